CREATE INDEX "payouts_net" ON "payouts" USING btree ("net_minor","id");--> statement-breakpoint
CREATE INDEX "payouts_by_status" ON "payouts" USING btree ("status","id");