-- The bits that `search_bits` has for each text with this word, but only those of its longest parts. A search compares
-- some of them, because all bits of a range take 5 µs.
CREATE FUNCTION search_places("folded" text) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN (
    SELECT array_agg(DISTINCT place) FROM (
      SELECT CASE length(folded) WHEN 1 THEN code WHEN 2 THEN 31 * before + code ELSE 961 * first + 31 * before + code END % 16384 AS place FROM (
        SELECT ascii(letter) AS code, lag(ascii(letter), 1) OVER letters AS before, lag(ascii(letter), 2) OVER letters AS first
        FROM unnest(string_to_array(folded, NULL)) WITH ORDINALITY AS all_letters (letter, number) WINDOW letters AS (ORDER BY number)
      ) codes
    ) places WHERE place IS NOT NULL
  );
END $$;
