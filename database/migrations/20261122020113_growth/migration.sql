CREATE TABLE "affiliate_clicks" (
	"link_id" text NOT NULL,
	"visitor_hash" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "affiliate_clicks_pk" PRIMARY KEY("link_id","visitor_hash","window_start")
);
--> statement-breakpoint
CREATE TABLE "affiliate_days" (
	"link_id" text NOT NULL,
	"day" date NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "affiliate_days_pk" PRIMARY KEY("link_id","day")
);
--> statement-breakpoint
CREATE TABLE "affiliate_links" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"code" text NOT NULL,
	"destination" text NOT NULL,
	"merchant_id" text,
	"source_tag" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailbox_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mailbox_proofs" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signup_form_days" (
	"form_id" text NOT NULL,
	"day" date NOT NULL,
	"viewed" integer DEFAULT 0 NOT NULL,
	"started" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "signup_form_days_pk" PRIMARY KEY("form_id","day")
);
--> statement-breakpoint
CREATE TABLE "signup_form_versions" (
	"form_id" text NOT NULL,
	"number" integer NOT NULL,
	"fields" jsonb NOT NULL,
	"intro" text NOT NULL,
	"success_text" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"published_by" text,
	CONSTRAINT "signup_form_versions_pk" PRIMARY KEY("form_id","number")
);
--> statement-breakpoint
CREATE TABLE "signup_forms" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"fields" jsonb NOT NULL,
	"intro" text DEFAULT '' NOT NULL,
	"success_text" text DEFAULT '' NOT NULL,
	"owner_email" text,
	"category" text,
	"closes_at" timestamp (3) with time zone,
	"allowed_sites" text[] DEFAULT '{}' NOT NULL,
	"live_version" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signup_submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"form_id" text NOT NULL,
	"form_version" integer NOT NULL,
	"status" text NOT NULL,
	"key_hash" text NOT NULL,
	"email" text NOT NULL,
	"business_name" text NOT NULL,
	"answers" jsonb NOT NULL,
	"affiliate_code" text,
	"user_id" text,
	"application_id" text,
	"rejection_reason" text,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signup_uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"form_id" text NOT NULL,
	"submission_id" text,
	"email" text NOT NULL,
	"file_key" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "merchant_signups" (
	"id" text PRIMARY KEY NOT NULL,
	"key_hash" text NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'submitted' NOT NULL,
	"email" text NOT NULL,
	"contact_name" text NOT NULL,
	"business_name" text NOT NULL,
	"first_pass" text,
	"application_id" text NOT NULL,
	"user_id" text NOT NULL,
	"affiliate_code" text,
	"rejection_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_affiliates" (
	"subscription_id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"merchant_id" text NOT NULL,
	"user_id" text,
	"started_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waitlist_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"waitlist_id" text NOT NULL,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"wanted_venue" text DEFAULT '' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"affiliate_code" text,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"referral_code" text NOT NULL,
	"referred_by" text,
	"referral_count" integer DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"invited_at" timestamp (3) with time zone,
	"invitation_expires_at" timestamp (3) with time zone,
	"invitation_hash" text,
	"joined_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waitlists" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"city" text,
	"is_open" boolean DEFAULT true NOT NULL,
	"invitation_days" integer DEFAULT 14 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "affiliate_clicks" ADD CONSTRAINT "affiliate_clicks_link_id_affiliate_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."affiliate_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_days" ADD CONSTRAINT "affiliate_days_link_id_affiliate_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."affiliate_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_links" ADD CONSTRAINT "affiliate_links_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signup_form_days" ADD CONSTRAINT "signup_form_days_form_id_signup_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."signup_forms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signup_form_versions" ADD CONSTRAINT "signup_form_versions_form_id_signup_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."signup_forms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signup_submissions" ADD CONSTRAINT "signup_submissions_form_id_signup_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."signup_forms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signup_uploads" ADD CONSTRAINT "signup_uploads_form_id_signup_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."signup_forms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_waitlist_id_waitlists_id_fk" FOREIGN KEY ("waitlist_id") REFERENCES "public"."waitlists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "affiliate_clicks_window" ON "affiliate_clicks" USING btree ("window_start");--> statement-breakpoint
CREATE UNIQUE INDEX "affiliate_links_slug" ON "affiliate_links" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "affiliate_links_code" ON "affiliate_links" USING btree ("code");--> statement-breakpoint
CREATE INDEX "affiliate_links_created" ON "affiliate_links" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "affiliate_links_status" ON "affiliate_links" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "affiliate_links_merchant" ON "affiliate_links" USING btree ("merchant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "affiliate_links_search" ON "affiliate_links" USING gin ((lower("name" || U&'\001F' || "slug" || U&'\001F' || "code")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mailbox_codes_email" ON "mailbox_codes" USING btree ("email","purpose","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mailbox_codes_expires" ON "mailbox_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mailbox_proofs_expires" ON "mailbox_proofs" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "signup_forms_slug" ON "signup_forms" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "signup_forms_updated" ON "signup_forms" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "signup_submissions_key" ON "signup_submissions" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "signup_submissions_form" ON "signup_submissions" USING btree ("form_id","submitted_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "signup_submissions_status" ON "signup_submissions" USING btree ("form_id","status","submitted_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "signup_submissions_waiting" ON "signup_submissions" USING btree ("submitted_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'submitted';--> statement-breakpoint
CREATE INDEX "signup_submissions_email" ON "signup_submissions" USING btree ("email");--> statement-breakpoint
CREATE INDEX "signup_submissions_affiliate" ON "signup_submissions" USING btree ("affiliate_code","submitted_at");--> statement-breakpoint
CREATE INDEX "signup_uploads_submission" ON "signup_uploads" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "signup_uploads_loose" ON "signup_uploads" USING btree ("created_at") WHERE submission_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "merchant_signups_key" ON "merchant_signups" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "merchant_signups_created" ON "merchant_signups" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "merchant_signups_status" ON "merchant_signups" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "merchant_signups_affiliate" ON "merchant_signups" USING btree ("affiliate_code","created_at");--> statement-breakpoint
CREATE INDEX "merchant_signups_user" ON "merchant_signups" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "merchant_signups_email" ON "merchant_signups" USING btree ("email");--> statement-breakpoint
CREATE INDEX "subscription_affiliates_code" ON "subscription_affiliates" USING btree ("code","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_entries_email" ON "waitlist_entries" USING btree ("waitlist_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_entries_referral" ON "waitlist_entries" USING btree ("referral_code");--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_entries_invitation" ON "waitlist_entries" USING btree ("invitation_hash");--> statement-breakpoint
CREATE INDEX "waitlist_entries_status" ON "waitlist_entries" USING btree ("waitlist_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "waitlist_entries_created" ON "waitlist_entries" USING btree ("waitlist_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "waitlist_entries_referrals" ON "waitlist_entries" USING btree ("waitlist_id","referral_count" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "waitlist_entries_area" ON "waitlist_entries" USING btree ("waitlist_id",lower(city),"postal_code");--> statement-breakpoint
CREATE INDEX "waitlist_entries_affiliate" ON "waitlist_entries" USING btree ("affiliate_code","created_at");--> statement-breakpoint
CREATE INDEX "waitlist_entries_unconfirmed" ON "waitlist_entries" USING btree ("created_at") WHERE confirmed_at is null;--> statement-breakpoint
CREATE INDEX "waitlist_entries_search" ON "waitlist_entries" USING gin ((lower("email" || U&'\001F' || "name" || U&'\001F' || "city" || U&'\001F' || "wanted_venue")) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "waitlists_slug" ON "waitlists" USING btree ("slug");