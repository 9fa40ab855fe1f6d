CREATE TABLE "subscription_charges" (
	"subscription_id" text NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"period_end" timestamp (3) with time zone NOT NULL,
	"merchant_id" text NOT NULL,
	"plan_id" text,
	"user_id" text,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscription_charges_pk" PRIMARY KEY("subscription_id","period_start")
);
--> statement-breakpoint
CREATE TABLE "subscription_events" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"kind" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"actor_id" text,
	"occurred_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "redemptions" ADD COLUMN "voided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "redemptions" ADD COLUMN "voided_by" text;--> statement-breakpoint
ALTER TABLE "redemptions" ADD COLUMN "void_reason" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "preview_merchant_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "cancel_at_period_end" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "canceled_by" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "subscription_charges_merchant" ON "subscription_charges" USING btree ("merchant_id","period_start","currency","amount_minor");--> statement-breakpoint
CREATE INDEX "subscription_charges_period" ON "subscription_charges" USING btree ("period_start","merchant_id");--> statement-breakpoint
CREATE INDEX "subscription_events_subscription" ON "subscription_events" USING btree ("subscription_id","occurred_at" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_preview_merchant_id_merchants_id_fk" FOREIGN KEY ("preview_merchant_id") REFERENCES "public"."merchants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscriptions_status_created" ON "subscriptions" USING btree ("status","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "subscriptions_plan_created" ON "subscriptions" USING btree ("plan_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "subscriptions_ending" ON "subscriptions" USING btree ("current_period_end") WHERE cancel_at_period_end and status <> 'canceled';--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree (lower(coalesce(nullif("display_name", ''), "email")),"id");--> statement-breakpoint
CREATE INDEX "users_last_active" ON "users" USING btree (coalesce("last_active_at", 'epoch'::timestamptz),"id");