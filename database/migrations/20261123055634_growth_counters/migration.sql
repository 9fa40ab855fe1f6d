CREATE TABLE "subscription_charge_months" (
	"month" date NOT NULL,
	"merchant_id" text NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "subscription_charges_recorded";--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "late_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "subscription_charge_months_month" ON "subscription_charge_months" USING btree ("month");--> statement-breakpoint
CREATE INDEX "payouts_late" ON "payouts" USING btree ("period") WHERE late_count > 0;--> statement-breakpoint
CREATE INDEX "subscription_charges_recorded_late" ON "subscription_charges" USING btree ("recorded_at") WHERE recorded_at - period_start >= '01:00:00'::interval;--> statement-breakpoint
UPDATE "payouts" SET "late_count" = taken.count FROM (
  SELECT link.payout_id, count(*) FROM "payout_charges" link JOIN "payouts" own ON own.id = link.payout_id
  WHERE link.period_start < own.period_start GROUP BY 1) taken WHERE taken.payout_id = "payouts".id;--> statement-breakpoint
INSERT INTO "subscription_charge_months"
SELECT date_trunc('month', period_start AT TIME ZONE 'UTC'), merchant_id, currency, sum(amount_minor), count(*) FROM "subscription_charges" GROUP BY 1, 2, 3;--> statement-breakpoint
CREATE FUNCTION count_charges() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE direction integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO subscription_charge_months
  SELECT date_trunc('month', period_start AT TIME ZONE 'UTC'), merchant_id, currency, direction * sum(amount_minor), direction * count(*)
  FROM changed GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_changed_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscription_charge_months VALUES
    (date_trunc('month', OLD.period_start AT TIME ZONE 'UTC'), OLD.merchant_id, OLD.currency, -OLD.amount_minor, -1),
    (date_trunc('month', NEW.period_start AT TIME ZONE 'UTC'), NEW.merchant_id, NEW.currency, NEW.amount_minor, 1);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER charges_counted AFTER INSERT ON "subscription_charges" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_charges();--> statement-breakpoint
CREATE TRIGGER charges_uncounted AFTER DELETE ON "subscription_charges" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_charges();--> statement-breakpoint
CREATE TRIGGER charges_moved AFTER UPDATE OF period_start, merchant_id, currency, amount_minor ON "subscription_charges" FOR EACH ROW
  WHEN ((OLD.period_start, OLD.merchant_id, OLD.currency, OLD.amount_minor) IS DISTINCT FROM (NEW.period_start, NEW.merchant_id, NEW.currency, NEW.amount_minor)) EXECUTE FUNCTION count_changed_charge();
