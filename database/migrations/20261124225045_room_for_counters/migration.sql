-- A row that counts is written again with every drink and every pass. Where its page has no room left, the new version lies
-- on another one, and each index gets an entry for it. One row for a merchant: half a page costs nothing. One for each hour
-- or day of a merchant: most are never touched again, hence a tenth. For pages that are made from now on; nothing is moved.
ALTER TABLE "redemption_totals" SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "subscription_totals" SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "promotion_uses" SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "redemption_hours" SET (fillfactor = 90);
--> statement-breakpoint
ALTER TABLE "subscription_days" SET (fillfactor = 90);
--> statement-breakpoint
-- By default a fifth of a table must be dead before it is cleaned: of a million rows 200,000, all in one go, and its
-- statistics are as old. These two are written by every pass.
ALTER TABLE "subscriptions" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "users" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
