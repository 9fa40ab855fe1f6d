CREATE TABLE "payout_reminders" (
	"merchant_id" text PRIMARY KEY,
	"reminded_at" timestamp(3) with time zone NOT NULL,
	"reminded_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payout_reminders" ADD CONSTRAINT "payout_reminders_merchant_id_merchants_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE CASCADE;