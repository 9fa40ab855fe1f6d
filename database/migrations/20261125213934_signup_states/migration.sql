-- What is shown of each application, kept by triggers on both tables that decide it. From here on every change is told; what
-- was there before is filled in by the next migration, so that the locks of the triggers last a moment only.
CREATE TABLE "merchant_signup_states" (
	"signup_id" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "merchant_signup_states" ADD CONSTRAINT "merchant_signup_states_signup_id_merchant_signups_id_fk" FOREIGN KEY ("signup_id") REFERENCES "public"."merchant_signups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merchant_signup_states_status" ON "merchant_signup_states" USING btree ("status","created_at" DESC NULLS LAST,"signup_id" DESC NULLS LAST);
--> statement-breakpoint
CREATE FUNCTION signup_state(kind text, status text, account text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
SELECT CASE
  WHEN status <> 'submitted' OR kind = 'convert' THEN status
  WHEN account = 'pending_approval' THEN 'submitted'
  WHEN account IN ('pending', 'active', 'suspended') THEN 'approved'
  ELSE 'rejected' END
$$;
--> statement-breakpoint
-- Holds the account, so that whoever decides it meanwhile comes after this and finds the application.
CREATE FUNCTION tell_signup_state() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE account text;
BEGIN
  SELECT users.status INTO account FROM users WHERE users.id = NEW.user_id FOR SHARE;
  INSERT INTO merchant_signup_states VALUES (NEW.id, signup_state(NEW.kind, NEW.status, account), NEW.created_at)
  ON CONFLICT (signup_id) DO UPDATE SET status = excluded.status;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION tell_signups_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO merchant_signup_states
  SELECT own.id, signup_state(own.kind, own.status, NEW.status), own.created_at
  FROM merchant_signups own WHERE own.user_id = NEW.id AND own.status = 'submitted' AND own.kind <> 'convert' ORDER BY own.id
  ON CONFLICT (signup_id) DO UPDATE SET status = excluded.status;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Accounts that come after their applications, or go before them.
CREATE FUNCTION tell_signups_of_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO merchant_signup_states
  SELECT own.id, signup_state(own.kind, own.status, CASE TG_OP WHEN 'INSERT' THEN changed.status END), own.created_at
  FROM changed JOIN merchant_signups own ON own.user_id = changed.id
  WHERE own.status = 'submitted' AND own.kind <> 'convert' ORDER BY own.id
  ON CONFLICT (signup_id) DO UPDATE SET status = excluded.status;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER signups_told AFTER INSERT OR UPDATE OF kind, status, user_id ON "merchant_signups" FOR EACH ROW EXECUTE FUNCTION tell_signup_state();
--> statement-breakpoint
CREATE TRIGGER users_decided AFTER UPDATE OF status ON "users" FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION tell_signups_of_account();
--> statement-breakpoint
CREATE TRIGGER users_come AFTER INSERT ON "users" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_signups_of_accounts();
--> statement-breakpoint
CREATE TRIGGER users_gone AFTER DELETE ON "users" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_signups_of_accounts();
