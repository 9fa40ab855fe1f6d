DO $$
BEGIN
  INSERT INTO "subscription_search"
  SELECT own."id", own."created_at", coalesce(person."text", '')
  FROM "subscriptions" own LEFT JOIN "user_search" person ON person."id" = own."user_id"
  ORDER BY own."id"
  ON CONFLICT DO NOTHING;
  -- Subscriptions that have been deleted meanwhile.
  DELETE FROM "subscription_search" WHERE NOT EXISTS (SELECT FROM "subscriptions" WHERE "subscriptions"."id" = "subscription_search"."id");
END
$$;
