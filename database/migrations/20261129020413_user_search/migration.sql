-- No reference to `users`: to check it, the filling would write to each of their rows.
CREATE TABLE "user_search" (
	"id" text PRIMARY KEY,
	"created_at" timestamp(3) with time zone NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
-- An index alone answers for rows that are known to be visible.
ALTER TABLE "user_search" SET (autovacuum_vacuum_insert_scale_factor = 0.02);--> statement-breakpoint
CREATE FUNCTION put_user_search("ids" text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO user_search
  SELECT id, created_at, search_text(coalesce(nullif(display_name, ''), email)), search_text(email || U&'\001F' || coalesce(display_name, ''))
  FROM users WHERE id = ANY(ids)
  ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at, name = excluded.name, text = excluded.text
$$;--> statement-breakpoint
CREATE FUNCTION write_user_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM put_user_search(array(SELECT id FROM changed));
  ELSIF TG_OP = 'DELETE' THEN
    DELETE FROM user_search WHERE id IN (SELECT id FROM changed);
  ELSE
    PERFORM put_user_search(ARRAY[NEW.id]);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_found AFTER INSERT ON "users" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION write_user_search();--> statement-breakpoint
CREATE TRIGGER users_lost AFTER DELETE ON "users" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION write_user_search();--> statement-breakpoint
CREATE TRIGGER users_renamed AFTER UPDATE OF email, display_name, created_at ON "users" FOR EACH ROW WHEN ((OLD.email, OLD.display_name, OLD.created_at) IS DISTINCT FROM (NEW.email, NEW.display_name, NEW.created_at)) EXECUTE FUNCTION write_user_search();
