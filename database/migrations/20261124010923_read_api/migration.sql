CREATE INDEX "locations_created" ON "locations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "locations_updated" ON "locations" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "merchants_updated" ON "merchants" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "payouts_updated" ON "payouts" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "subscription_plans_created" ON "subscription_plans" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "subscription_plans_updated" ON "subscription_plans" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "merchant_promotions_updated" ON "merchant_promotions" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "subscriptions_updated" ON "subscriptions" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "subscriptions_merchant_changed" ON "subscriptions" USING btree ("merchant_id","updated_at","id");