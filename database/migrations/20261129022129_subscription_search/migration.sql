CREATE TABLE "subscription_search" (
	"id" text PRIMARY KEY,
	"created_at" timestamp(3) with time zone NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscription_search" SET (autovacuum_vacuum_insert_scale_factor = 0.02);--> statement-breakpoint
CREATE FUNCTION put_subscription_search("ids" text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO subscription_search
  SELECT own.id, own.created_at, coalesce(person.text, '')
  FROM subscriptions own LEFT JOIN user_search person ON person.id = own.user_id WHERE own.id = ANY(ids)
  ORDER BY own.id
  ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at, text = excluded.text
$$;--> statement-breakpoint
-- Runs after the foreign key check, which waits for a transaction that has locked the person to change the name.
CREATE FUNCTION write_subscription_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM put_subscription_search(array(SELECT id FROM changed));
  ELSIF TG_OP = 'DELETE' THEN
    DELETE FROM subscription_search WHERE id IN (SELECT id FROM changed);
  ELSE
    PERFORM put_subscription_search(ARRAY[NEW.id]);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION write_texts_of_subscriber() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM put_subscription_search(array(SELECT id FROM subscriptions WHERE user_id = NEW.id));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER subscriptions_found AFTER INSERT ON "subscriptions" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION write_subscription_search();--> statement-breakpoint
CREATE TRIGGER subscriptions_lost AFTER DELETE ON "subscriptions" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION write_subscription_search();--> statement-breakpoint
CREATE TRIGGER subscriptions_renamed AFTER UPDATE OF user_id, created_at ON "subscriptions" FOR EACH ROW WHEN ((OLD.user_id, OLD.created_at) IS DISTINCT FROM (NEW.user_id, NEW.created_at)) EXECUTE FUNCTION write_subscription_search();--> statement-breakpoint
CREATE TRIGGER subscribers_renamed AFTER UPDATE OF text ON "user_search" FOR EACH ROW WHEN (OLD.text IS DISTINCT FROM NEW.text) EXECUTE FUNCTION write_texts_of_subscriber();
