ALTER TABLE "subscriptions" ADD COLUMN "cancel_at" timestamp (3) with time zone;
