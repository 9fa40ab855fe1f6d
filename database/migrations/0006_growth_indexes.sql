DROP INDEX "signup_submissions_waiting";--> statement-breakpoint
CREATE INDEX "signup_submissions_submitted" ON "signup_submissions" USING btree ("submitted_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "signup_submissions_decided" ON "signup_submissions" USING btree ("status","submitted_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "signup_submissions_search" ON "signup_submissions" USING gin ((lower("business_name" || U&'\001F' || "email")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "subscriptions_canceled" ON "subscriptions" USING btree ("updated_at" DESC NULLS LAST) WHERE status = 'canceled';--> statement-breakpoint
CREATE INDEX "waitlist_entries_source" ON "waitlist_entries" USING btree ("waitlist_id","source","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "waitlist_entries_counts" ON "waitlist_entries" USING btree ("waitlist_id","status","invitation_expires_at");