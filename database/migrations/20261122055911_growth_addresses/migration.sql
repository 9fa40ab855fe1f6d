CREATE TABLE "affiliate_former_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"link_id" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "signup_submissions_waiting";--> statement-breakpoint
ALTER TABLE "signup_submissions" ADD COLUMN "proved_at" timestamp (3) with time zone;--> statement-breakpoint
-- Pictures were only ever taken from a proved mailbox.
UPDATE "signup_submissions" SET "proved_at" = "submitted_at" WHERE EXISTS (SELECT 1 FROM "signup_uploads" WHERE "signup_uploads"."submission_id" = "signup_submissions"."id");--> statement-breakpoint
ALTER TABLE "affiliate_former_slugs" ADD CONSTRAINT "affiliate_former_slugs_link_id_affiliate_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."affiliate_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "affiliate_former_slugs_link" ON "affiliate_former_slugs" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "signup_submissions_submitted" ON "signup_submissions" USING btree ("submitted_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "signup_submissions_decided" ON "signup_submissions" USING btree ("status","submitted_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "signup_submissions_search" ON "signup_submissions" USING gin ((lower("business_name" || U&'\001F' || "email")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "subscriptions_canceled" ON "subscriptions" USING btree ("updated_at" DESC NULLS LAST) WHERE status = 'canceled';--> statement-breakpoint
CREATE INDEX "waitlist_entries_source" ON "waitlist_entries" USING btree ("waitlist_id","source","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "waitlist_entries_counts" ON "waitlist_entries" USING btree ("waitlist_id","status","invitation_expires_at");