-- Writes of other servers go on: they write the rows of changed people, and wait for a row that this one has written.
DO $$
BEGIN
  INSERT INTO "user_search"
  SELECT "id", "created_at", search_text(coalesce(nullif("display_name", ''), "email")), search_text("email" || U&'\001F' || coalesce("display_name", '')) FROM "users"
  ON CONFLICT DO NOTHING;
  -- Others may have deleted people while this statement ran.
  DELETE FROM "user_search" WHERE NOT EXISTS (SELECT FROM "users" WHERE "users"."id" = "user_search"."id");
END
$$;
