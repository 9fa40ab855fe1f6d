CREATE TABLE "analytics_days" (
	"day" date NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"created_count" integer NOT NULL,
	"updated_count" integer NOT NULL,
	"entered_count" integer NOT NULL,
	"entered_monthly_minor" bigint NOT NULL,
	CONSTRAINT "analytics_days_pk" PRIMARY KEY("day","status","currency")
);
--> statement-breakpoint
CREATE TABLE "analytics_hours" (
	"hour" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "analytics_hours_pk" PRIMARY KEY("hour","status")
);
--> statement-breakpoint
CREATE TABLE "analytics_snapshots" (
	"key" text PRIMARY KEY NOT NULL,
	"data" jsonb NOT NULL,
	"measured_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_adjustments" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"currency" text NOT NULL,
	"payout_id" text,
	"amount_minor" bigint NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text
);
--> statement-breakpoint
CREATE TABLE "payout_charges" (
	"subscription_id" text NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"payout_id" text NOT NULL,
	CONSTRAINT "payout_charges_pk" PRIMARY KEY("subscription_id","period_start")
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"period" text NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"period_end" timestamp (3) with time zone NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"gross_minor" bigint NOT NULL,
	"fee_basis_points" integer NOT NULL,
	"fee_minor" bigint NOT NULL,
	"adjustments_minor" bigint DEFAULT 0 NOT NULL,
	"net_minor" bigint NOT NULL,
	"renewal_count" integer NOT NULL,
	"redemption_count" integer NOT NULL,
	"paid_to_last4" text,
	"exported_at" timestamp (3) with time zone,
	"failure_reason" text,
	"generated_at" timestamp (3) with time zone NOT NULL,
	"generated_by" text,
	"approved_at" timestamp (3) with time zone,
	"approved_by" text,
	"sent_at" timestamp (3) with time zone,
	"sent_by" text,
	"settled_at" timestamp (3) with time zone,
	"settled_by" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "payouts_merchant_period_currency" UNIQUE("merchant_id","period","currency")
);
--> statement-breakpoint
DROP INDEX "subscription_charges_period";--> statement-breakpoint
ALTER TABLE "payout_adjustments" ADD CONSTRAINT "payout_adjustments_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_adjustments" ADD CONSTRAINT "payout_adjustments_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_charges" ADD CONSTRAINT "payout_charges_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_adjustments_payout" ON "payout_adjustments" USING btree ("payout_id","created_at");--> statement-breakpoint
CREATE INDEX "payout_adjustments_waiting" ON "payout_adjustments" USING btree ("merchant_id","currency") WHERE payout_id is null;--> statement-breakpoint
CREATE INDEX "payout_charges_payout" ON "payout_charges" USING btree ("payout_id","period_start","subscription_id");--> statement-breakpoint
CREATE INDEX "payouts_period" ON "payouts" USING btree ("period" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payouts_period_status" ON "payouts" USING btree ("period" DESC NULLS LAST,"status","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payouts_status" ON "payouts" USING btree ("status","period" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payouts_merchant" ON "payouts" USING btree ("merchant_id","period" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "subscription_charges_recorded" ON "subscription_charges" USING btree ("recorded_at");--> statement-breakpoint
CREATE INDEX "subscription_charges_period" ON "subscription_charges" USING btree ("period_start","merchant_id","currency","amount_minor");