-- All areas there are, as changed: they are counted where they are asked for until a job has counted them. Apart from the
-- triggers, which hold the table as long as their file is at work: those are there before this reads, so that nothing is missed.
INSERT INTO "waitlist_area_changes" SELECT DISTINCT waitlist_id, lower(city), postal_code FROM "waitlist_entries" WHERE is_waiting(status);--> statement-breakpoint
-- How few charges are recorded late: the database would otherwise take a third of all for that, and look for them with several processes.
CREATE STATISTICS IF NOT EXISTS "subscription_charges_lateness" ON (recorded_at - period_start) FROM subscription_charges;
