CREATE TABLE "user_search_changes" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_search_changes_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_search_ranges" (
	"first" text COLLATE "C" PRIMARY KEY,
	"until" text COLLATE "C" NOT NULL,
	"bits" bit(16384),
	"people" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
-- A search reads all bits, which is faster where they lie in the row.
ALTER TABLE "user_search_ranges" ALTER COLUMN "bits" SET STORAGE PLAIN;--> statement-breakpoint
-- Until a job has read the texts, this range is compared as before.
INSERT INTO "user_search_ranges" ("first", "until") VALUES ('', repeat(U&'\+10FFFF', 100));--> statement-breakpoint
-- One bit for each letter, each two and each three neighbors of a folded text. Others may share it.
CREATE FUNCTION search_bits("folded" text) RETURNS bit LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN (
    SELECT bit_or(set_bit(0::bit(16384), place, 1)) FROM (
      SELECT DISTINCT unnest(ARRAY[code, 31 * before + code, 961 * first + 31 * before + code]) % 16384 AS place FROM (
        SELECT ascii(letter) AS code, lag(ascii(letter), 1) OVER letters AS before, lag(ascii(letter), 2) OVER letters AS first
        FROM unnest(string_to_array(folded, NULL)) WITH ORDINALITY AS all_letters (letter, number) WINDOW letters AS (ORDER BY number)
      ) codes
    ) places WHERE place IS NOT NULL
  );
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION put_user_search("ids" text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_search
  SELECT id, created_at, search_text(coalesce(nullif(display_name, ''), email)), search_text(email || U&'\001F' || coalesce(display_name, ''))
  FROM users WHERE id = ANY(ids)
  ON CONFLICT ON CONSTRAINT user_search_pkey DO UPDATE SET created_at = excluded.created_at, name = excluded.name, text = excluded.text;
  INSERT INTO user_search_changes (id) SELECT unnest(ids);
END $$;
