-- The same in plpgsql, which keeps the plan: a function in SQL is planned with each call.
CREATE OR REPLACE FUNCTION put_user_search("ids" text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_search
  SELECT id, created_at, search_text(coalesce(nullif(display_name, ''), email)), search_text(email || U&'\001F' || coalesce(display_name, ''))
  FROM users WHERE id = ANY(ids)
  ON CONFLICT ON CONSTRAINT user_search_pkey DO UPDATE SET created_at = excluded.created_at, name = excluded.name, text = excluded.text;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION put_subscription_search("ids" text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscription_search
  SELECT own.id, own.created_at, coalesce(person.text, '')
  FROM subscriptions own LEFT JOIN user_search person ON person.id = own.user_id WHERE own.id = ANY(ids)
  ORDER BY own.id
  ON CONFLICT ON CONSTRAINT subscription_search_pkey DO UPDATE SET created_at = excluded.created_at, text = excluded.text;
END $$;
