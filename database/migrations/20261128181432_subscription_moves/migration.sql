CREATE TABLE "subscription_moves" (
	"subscription_id" text,
	"at" timestamp(3) with time zone,
	"merchant_id" text NOT NULL,
	"previous_at" timestamp(3) with time zone,
	"next_at" timestamp(3) with time zone,
	"was" text,
	"is" text NOT NULL,
	"was_price" text,
	"is_price" text,
	"monthly_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	CONSTRAINT "subscription_moves_pk" PRIMARY KEY("subscription_id","at")
);
--> statement-breakpoint
CREATE TABLE "subscription_moves_due" (
	"subscription_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_platform_moves" (
	"first_unit" text,
	"last_unit" text,
	"first_day" date,
	"last_day" date,
	"kind" text,
	"currency" text,
	"count" integer NOT NULL,
	"amount_minor" bigint NOT NULL,
	CONSTRAINT "subscription_platform_moves_pk" PRIMARY KEY("first_unit","last_unit","first_day","last_day","kind","currency")
);
--> statement-breakpoint
CREATE INDEX "subscription_moves_merchant" ON "subscription_moves" ("merchant_id","at");--> statement-breakpoint
CREATE INDEX "subscription_moves_at" ON "subscription_moves" ("at");--> statement-breakpoint
CREATE FUNCTION note_moved_subscriptions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO subscription_moves_due SELECT id FROM added;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO subscription_moves_due SELECT id FROM removed;
  ELSE
    INSERT INTO subscription_moves_due SELECT id FROM added JOIN removed USING (id)
    WHERE (added.merchant_id, added.created_at, added.status, added.monthly_minor, added.billing_currency)
      IS DISTINCT FROM (removed.merchant_id, removed.created_at, removed.status, removed.monthly_minor, removed.billing_currency);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION note_moving_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO subscription_moves_due SELECT DISTINCT subscription_id FROM removed WHERE kind IN ('status_changed', 'price_changed', 'canceled');
  ELSE
    INSERT INTO subscription_moves_due SELECT DISTINCT subscription_id FROM added WHERE kind IN ('status_changed', 'price_changed', 'canceled');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER moves_added AFTER INSERT ON "subscriptions" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_moved_subscriptions();--> statement-breakpoint
CREATE TRIGGER moves_changed AFTER UPDATE ON "subscriptions" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_moved_subscriptions();--> statement-breakpoint
CREATE TRIGGER moves_removed AFTER DELETE ON "subscriptions" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_moved_subscriptions();--> statement-breakpoint
CREATE TRIGGER moves_added AFTER INSERT ON "subscription_events" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_moving_events();--> statement-breakpoint
CREATE TRIGGER moves_changed AFTER UPDATE ON "subscription_events" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_moving_events();--> statement-breakpoint
CREATE TRIGGER moves_removed AFTER DELETE ON "subscription_events" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_moving_events();
