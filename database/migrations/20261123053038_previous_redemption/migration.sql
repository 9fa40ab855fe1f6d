ALTER TABLE "redemptions" ADD COLUMN "previous_at" timestamp (3) with time zone;--> statement-breakpoint
-- By person and merchant, the completed one before: what was looked up for each row shown is written down.
UPDATE "redemptions" SET "previous_at" = linked.previous FROM (
  SELECT redeemed_at, id, max(redeemed_at) FILTER (WHERE status = 'completed') OVER (
    PARTITION BY user_id, merchant_id ORDER BY redeemed_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS previous
  FROM "redemptions" WHERE user_id IS NOT NULL) AS linked
WHERE "redemptions"."redeemed_at" = linked.redeemed_at AND "redemptions"."id" = linked.id AND linked.previous IS NOT NULL;
