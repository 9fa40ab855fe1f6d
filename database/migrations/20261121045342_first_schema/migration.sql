CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "admin_audit_logs" (
	"id" text PRIMARY KEY NOT NULL,
	"sequence" bigserial NOT NULL,
	"action" text NOT NULL,
	"target_type" text NOT NULL,
	"target_id" text NOT NULL,
	"merchant_id" text,
	"admin_user_id" text,
	"admin_email" text,
	"before" jsonb,
	"after" jsonb,
	"request_id" text,
	"occurred_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"run_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"last_error" text,
	"dead_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"transaction_id" bigint DEFAULT (pg_current_xact_id()::text::bigint) NOT NULL,
	"topic" text NOT NULL,
	"subject_id" text NOT NULL,
	"merchant_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"to_address" text NOT NULL,
	"template" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "rate_limits_pk" PRIMARY KEY("key","window_started_at")
);
--> statement-breakpoint
CREATE TABLE "locations" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"name" text NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "merchant_applications" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"merchant_id" text,
	"status" text DEFAULT 'pending_setup' NOT NULL,
	"business" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "merchants" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"status" text DEFAULT 'pending_review' NOT NULL,
	"status_changed_at" timestamp (3) with time zone NOT NULL,
	"needs_review" boolean DEFAULT false NOT NULL,
	"owner_id" text,
	"application_id" text,
	"application_status" text,
	"contact_email" text,
	"contact_phone" text,
	"website" text,
	"business_type" text,
	"business_name" text,
	"tax_id" text,
	"address" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_live" boolean DEFAULT false NOT NULL,
	"allow_multiple_locations" boolean DEFAULT true NOT NULL,
	"require_location_check" boolean DEFAULT false NOT NULL,
	"logo_url" text,
	"branding_logo_url" text,
	"branding_logo_mark_url" text,
	"branding_updated_at" timestamp (3) with time zone,
	"bank_verified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_prices" (
	"id" text PRIMARY KEY NOT NULL,
	"plan_id" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"interval" text DEFAULT 'month' NOT NULL,
	"interval_count" integer DEFAULT 1 NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_plans" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"name" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "redemption_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "redemption_hours" (
	"hour" timestamp (3) with time zone NOT NULL,
	"merchant_id" text NOT NULL,
	"status" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "redemption_hours_pk" PRIMARY KEY("hour","merchant_id","status")
);
--> statement-breakpoint
CREATE TABLE "redemption_totals" (
	"merchant_id" text PRIMARY KEY NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"last_redeemed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "redemptions" (
	"id" text NOT NULL,
	"merchant_id" text NOT NULL,
	"location_id" text,
	"plan_id" text,
	"user_id" text,
	"subscription_id" text,
	"redeemed_at" timestamp (3) with time zone NOT NULL,
	"method" text DEFAULT 'barcode' NOT NULL,
	"status" text DEFAULT 'completed' NOT NULL,
	CONSTRAINT "redemptions_pk" PRIMARY KEY("redeemed_at","id")
) PARTITION BY RANGE ("redeemed_at");
--> statement-breakpoint
CREATE TABLE "redemptions_default" PARTITION OF "redemptions" DEFAULT;
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" text NOT NULL,
	"user_agent" text,
	"network" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"authenticated_at" timestamp (3) with time zone NOT NULL,
	"password_setup_until" timestamp (3) with time zone,
	CONSTRAINT "sessions_token_hash" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "email_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_links" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "sign_in_links_token_hash" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "merchant_subscription_stats" (
	"merchant_id" text PRIMARY KEY NOT NULL,
	"total_subscribers" integer DEFAULT 0 NOT NULL,
	"active_subscribers" integer DEFAULT 0 NOT NULL,
	"monthly_revenue_minor" bigint DEFAULT 0 NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"last_activity_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "subscription_days" (
	"day" date NOT NULL,
	"merchant_id" text NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"created_count" integer DEFAULT 0 NOT NULL,
	"updated_count" integer DEFAULT 0 NOT NULL,
	"entered_count" integer DEFAULT 0 NOT NULL,
	"entered_monthly_minor" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "subscription_days_pk" PRIMARY KEY("day","merchant_id","status","currency")
);
--> statement-breakpoint
CREATE TABLE "subscription_totals" (
	"merchant_id" text NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"count" integer NOT NULL,
	"monthly_minor" bigint NOT NULL,
	CONSTRAINT "subscription_totals_pk" PRIMARY KEY("merchant_id","status","currency")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"plan_id" text,
	"user_id" text,
	"status" text NOT NULL,
	"amount_minor" integer,
	"currency" text,
	"interval" text,
	"interval_count" integer,
	"price_details" jsonb,
	"monthly_minor" bigint NOT NULL,
	"billing_currency" text NOT NULL,
	"cancel_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"current_period_start" timestamp (3) with time zone NOT NULL,
	"current_period_end" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_records" (
	"user_id" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_invitations" (
	"user_id" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"merchant_ids" text[] DEFAULT '{}' NOT NULL,
	"requires_password_setup" boolean DEFAULT true NOT NULL,
	"used" boolean DEFAULT false NOT NULL,
	"used_at" timestamp (3) with time zone,
	"invited_by" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_activity" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"action" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"user_agent" text,
	"occurred_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_merchants" (
	"user_id" text NOT NULL,
	"merchant_id" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "user_merchants_pk" PRIMARY KEY("user_id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_is_placeholder" boolean DEFAULT false NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"display_name" text,
	"photo_url" text,
	"role" text DEFAULT 'customer' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"claims" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"phone_number" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"application_id" text,
	"password_hash" text,
	"rejection_reason" text,
	"subscription_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"status_updated_at" timestamp (3) with time zone,
	"last_active_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_prices" ADD CONSTRAINT "plan_prices_plan_id_subscription_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."subscription_plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD CONSTRAINT "subscription_plans_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_codes" ADD CONSTRAINT "email_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_records" ADD CONSTRAINT "admin_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_invitations" ADD CONSTRAINT "pending_invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_activity" ADD CONSTRAINT "user_activity_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_merchants" ADD CONSTRAINT "user_merchants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_audit_logs_occurred_at" ON "admin_audit_logs" USING btree ("occurred_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "admin_audit_logs_target" ON "admin_audit_logs" USING btree ("target_type","target_id","occurred_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "admin_audit_logs_merchant" ON "admin_audit_logs" USING btree ("merchant_id","occurred_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("run_at") WHERE dead_at is null;--> statement-breakpoint
CREATE INDEX "live_events_order" ON "live_events" USING btree ("transaction_id","id");--> statement-breakpoint
CREATE INDEX "outbox_mails_unsent" ON "outbox_mails" USING btree ("created_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "locations_merchant" ON "locations" USING btree ("merchant_id","name");--> statement-breakpoint
CREATE INDEX "merchants_name" ON "merchants" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "merchants_created" ON "merchants" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "merchants_status" ON "merchants" USING btree ("status","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "merchants_owner" ON "merchants" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "merchants_search" ON "merchants" USING gin ((lower("name" || U&'\001F' || coalesce("description", '') || U&'\001F' || coalesce("contact_email", ''))) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "plan_prices_plan" ON "plan_prices" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "subscription_plans_merchant" ON "subscription_plans" USING btree ("merchant_id","name");--> statement-breakpoint
CREATE INDEX "redemption_hours_merchant" ON "redemption_hours" USING btree ("merchant_id","hour");--> statement-breakpoint
CREATE INDEX "redemptions_merchant" ON "redemptions" USING btree ("merchant_id","redeemed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "redemptions_user" ON "redemptions" USING btree ("user_id","redeemed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "email_codes_user" ON "email_codes" USING btree ("user_id","purpose","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sign_in_links_user" ON "sign_in_links" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "merchant_subscription_stats_subscribers" ON "merchant_subscription_stats" USING btree ("active_subscribers","merchant_id");--> statement-breakpoint
CREATE INDEX "merchant_subscription_stats_revenue" ON "merchant_subscription_stats" USING btree ("monthly_revenue_minor","merchant_id");--> statement-breakpoint
CREATE INDEX "merchant_subscription_stats_activity" ON "merchant_subscription_stats" USING btree ("last_activity_at","merchant_id");--> statement-breakpoint
CREATE INDEX "subscription_days_merchant" ON "subscription_days" USING btree ("merchant_id","day");--> statement-breakpoint
CREATE INDEX "subscriptions_merchant_created" ON "subscriptions" USING btree ("merchant_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "subscriptions_merchant_status" ON "subscriptions" USING btree ("merchant_id","status","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "subscriptions_plan" ON "subscriptions" USING btree ("plan_id","status");--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "subscriptions_created" ON "subscriptions" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "subscriptions_merchant_updated" ON "subscriptions" USING btree ("merchant_id","status","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "user_activity_user" ON "user_activity" USING btree ("user_id","occurred_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "user_merchants_merchant" ON "user_merchants" USING btree ("merchant_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "users_role_created" ON "users" USING btree ("role","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "users_status_created" ON "users" USING btree ("status","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ((lower("email" || U&'\001F' || coalesce("display_name", ''))) gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "merchant_applications" ADD CONSTRAINT "merchant_applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "merchant_applications" ADD CONSTRAINT "merchant_applications_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE set null DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "pending_invitations" ADD CONSTRAINT "pending_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
CREATE FUNCTION reject_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'admin_audit_logs is insert-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER admin_audit_logs_insert_only BEFORE UPDATE OR DELETE ON "admin_audit_logs" FOR EACH ROW EXECUTE FUNCTION reject_audit_change();--> statement-breakpoint
CREATE TRIGGER admin_audit_logs_no_truncate BEFORE TRUNCATE ON "admin_audit_logs" FOR EACH STATEMENT EXECUTE FUNCTION reject_audit_change();--> statement-breakpoint
-- Creates the partition of every UTC month from that of from_time to that of to_time; returns how many were new.
-- Rows that came before their month's partition wait in the default one and move over.
CREATE FUNCTION ensure_redemption_partitions(from_time timestamptz, to_time timestamptz) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	month timestamp := date_trunc('month', from_time AT TIME ZONE 'UTC');
	starts timestamptz;
	ends timestamptz;
	partition_name text;
	created integer := 0;
BEGIN
	PERFORM pg_advisory_xact_lock(hashtext('ensure_redemption_partitions'));
	WHILE month <= to_time AT TIME ZONE 'UTC' LOOP
		partition_name := 'redemptions_' || to_char(month, 'YYYY_MM');
		starts := month AT TIME ZONE 'UTC';
		ends := (month + interval '1 month') AT TIME ZONE 'UTC';
		IF to_regclass(format('public.%I', partition_name)) IS NULL THEN
			-- A row that slipped into the default partition after the move would make the attachment fail.
			LOCK TABLE redemptions_default IN ACCESS EXCLUSIVE MODE;
			EXECUTE format('CREATE TABLE %I (LIKE redemptions INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', partition_name);
			EXECUTE format(
				'WITH moved AS (DELETE FROM redemptions_default WHERE redeemed_at >= %L AND redeemed_at < %L RETURNING *)
				 INSERT INTO %I SELECT * FROM moved', starts, ends, partition_name);
			EXECUTE format('ALTER TABLE redemptions ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', partition_name, starts, ends);
			created := created + 1;
		END IF;
		month := month + interval '1 month';
	END LOOP;
	RETURN created;
END
$$;
