CREATE TABLE "charge_holds" (
	"subscription_id" text NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"merchant_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"released_at" timestamp (3) with time zone,
	"withheld_at" timestamp (3) with time zone,
	"decided_by" text,
	CONSTRAINT "charge_holds_pk" PRIMARY KEY("subscription_id","period_start","reason")
);
--> statement-breakpoint
ALTER TABLE "payout_adjustments" ADD COLUMN "kind" text DEFAULT 'manual' NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_adjustments" ADD COLUMN "subscription_id" text;--> statement-breakpoint
ALTER TABLE "payout_adjustments" ADD COLUMN "charge_period_start" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payout_adjustments" ADD COLUMN "refund_id" text;--> statement-breakpoint
CREATE INDEX "charge_holds_held" ON "charge_holds" USING btree ("period_start","merchant_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "charge_holds_merchant" ON "charge_holds" USING btree ("merchant_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "charge_holds_released" ON "charge_holds" USING btree ("released_at");