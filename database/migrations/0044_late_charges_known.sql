-- How few charges are recorded late: the database would otherwise take a third of all for that, and look for them with several processes.
CREATE STATISTICS IF NOT EXISTS "subscription_charges_lateness" ON (recorded_at - period_start) FROM subscription_charges;
