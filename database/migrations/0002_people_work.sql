ALTER TABLE "sessions" ADD COLUMN "preview_merchant_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_preview_merchant_id_merchants_id_fk" FOREIGN KEY ("preview_merchant_id") REFERENCES "public"."merchants"("id") ON DELETE set null ON UPDATE no action;