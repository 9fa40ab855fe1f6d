-- The planner has no statistics of a new expression until the next ANALYZE, which may be long in coming. An empty table
-- is left out: the planner would believe that it stays empty.
DO $$
DECLARE
  name text;
  has_rows boolean;
BEGIN
  FOREACH name IN ARRAY ARRAY['affiliate_links', 'merchants', 'signup_submissions', 'merchant_signups', 'waitlist_entries', 'users'] LOOP
    EXECUTE format('select exists (select from %I)', name) INTO has_rows;
    IF has_rows THEN
      EXECUTE format('analyze %I', name);
    END IF;
  END LOOP;
END
$$;
