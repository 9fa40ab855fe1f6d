CREATE TABLE "audit_seals" (
	"position" bigint PRIMARY KEY NOT NULL,
	"audit_id" text NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_seals_audit_id" UNIQUE("audit_id")
);
--> statement-breakpoint
CREATE TABLE "once_keys" (
	"actor_id" text NOT NULL,
	"action" text NOT NULL,
	"key" text NOT NULL,
	"input_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "once_keys_pk" PRIMARY KEY("actor_id","action","key")
);
--> statement-breakpoint
CREATE TABLE "merchant_bank_accounts" (
	"merchant_id" text PRIMARY KEY NOT NULL,
	"account_holder_name" text NOT NULL,
	"account_type" text NOT NULL,
	"routing_number" text NOT NULL,
	"account_number_encrypted" text,
	"account_last4" text,
	"key_id" text,
	"payout_method" text DEFAULT 'manual' NOT NULL,
	"payout_schedule" text DEFAULT 'manual' NOT NULL,
	"verification_status" text,
	"verified_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "brand_images" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text,
	"kind" text NOT NULL,
	"storage_key" text NOT NULL,
	"content_type" text NOT NULL,
	"byte_size" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"uploaded_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"stored_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "brand_images_storage_key" UNIQUE("storage_key")
);
--> statement-breakpoint
CREATE TABLE "merchant_promotions" (
	"merchant_id" text NOT NULL,
	"promotion_id" text NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"metadata" jsonb,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "merchant_promotions_pk" PRIMARY KEY("merchant_id","promotion_id")
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" text PRIMARY KEY NOT NULL,
	"daily_mail" boolean DEFAULT false NOT NULL,
	"last_daily_mail_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"new_email" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret_encrypted" text NOT NULL,
	"key_id" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_used_step" integer,
	"recovery_hashes" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "locations" DROP CONSTRAINT "locations_merchant_id_merchants_id_fk";
--> statement-breakpoint
ALTER TABLE "subscription_plans" DROP CONSTRAINT "subscription_plans_merchant_id_merchants_id_fk";
--> statement-breakpoint
DROP INDEX "merchants_created";--> statement-breakpoint
DROP INDEX "redemptions_merchant";--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant_applications" ADD COLUMN "drafts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant_applications" ADD COLUMN "submitted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "merchant_applications" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "status_before" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "status_reason" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "change_request" jsonb;--> statement-breakpoint
ALTER TABLE "plan_prices" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_links" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "merchant_bank_accounts" ADD CONSTRAINT "merchant_bank_accounts_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_images" ADD CONSTRAINT "brand_images_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_promotions" ADD CONSTRAINT "merchant_promotions_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "once_keys_created" ON "once_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "merchant_bank_accounts_key" ON "merchant_bank_accounts" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "brand_images_merchant" ON "brand_images" USING btree ("merchant_id","kind","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "brand_images_purge" ON "brand_images" USING btree ("created_at") WHERE stored_at is null or removed_at is not null or merchant_id is null;--> statement-breakpoint
CREATE INDEX "merchant_promotions_promotion" ON "merchant_promotions" USING btree ("promotion_id","enabled","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "email_changes_user" ON "email_changes" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD CONSTRAINT "subscription_plans_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_mails_address" ON "outbox_mails" USING btree ("to_address","created_at");--> statement-breakpoint
CREATE INDEX "merchant_applications_merchant" ON "merchant_applications" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "merchants_in_review" ON "merchants" USING btree ("status_changed_at","id") WHERE status = 'pending_review' or needs_review;--> statement-breakpoint
CREATE INDEX "subscriptions_plan_figures" ON "subscriptions" USING btree ("merchant_id","plan_id","status","billing_currency","monthly_minor");--> statement-breakpoint
CREATE INDEX "merchants_created" ON "merchants" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "redemptions_merchant" ON "redemptions" USING btree ("merchant_id","redeemed_at" DESC NULLS LAST,"status","plan_id","location_id");--> statement-breakpoint
CREATE OR REPLACE FUNCTION reject_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% is insert-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_seals_insert_only BEFORE UPDATE OR DELETE ON "audit_seals" FOR EACH ROW EXECUTE FUNCTION reject_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_seals_no_truncate BEFORE TRUNCATE ON "audit_seals" FOR EACH STATEMENT EXECUTE FUNCTION reject_audit_change();
