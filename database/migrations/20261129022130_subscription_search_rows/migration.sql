DO $$
BEGIN
  INSERT INTO "subscription_search"
  SELECT own."id", own."created_at", coalesce(person."text", '')
  FROM "subscriptions" own LEFT JOIN "user_search" person ON person."id" = own."user_id"
  ORDER BY own."id"
  ON CONFLICT DO NOTHING;
  -- Others may have deleted subscriptions while this statement ran.
  DELETE FROM "subscription_search" WHERE NOT EXISTS (SELECT FROM "subscriptions" WHERE "subscriptions"."id" = "subscription_search"."id");
END
$$;
