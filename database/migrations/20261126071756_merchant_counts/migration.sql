CREATE TABLE "merchant_counts" (
	"status" text NOT NULL,
	"needs_review" boolean NOT NULL,
	"is_live" boolean NOT NULL,
	"application_status" text NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION count_added_merchants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO merchant_counts
  SELECT status, needs_review, is_live, coalesce(application_status, ''), count(*) FROM changed GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_removed_merchants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO merchant_counts
  SELECT status, needs_review, is_live, coalesce(application_status, ''), -count(*) FROM changed GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_moved_merchant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO merchant_counts VALUES
    (OLD.status, OLD.needs_review, OLD.is_live, coalesce(OLD.application_status, ''), -1),
    (NEW.status, NEW.needs_review, NEW.is_live, coalesce(NEW.application_status, ''), 1);
  RETURN NULL;
END $$;--> statement-breakpoint
-- The triggers come first: their lock keeps writers out until what is there has been counted.
CREATE TRIGGER merchants_counted AFTER INSERT ON "merchants" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_added_merchants();--> statement-breakpoint
CREATE TRIGGER merchants_uncounted AFTER DELETE ON "merchants" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_merchants();--> statement-breakpoint
CREATE TRIGGER merchants_moved AFTER UPDATE OF status, needs_review, is_live, application_status ON "merchants" FOR EACH ROW WHEN ((OLD.status, OLD.needs_review, OLD.is_live, OLD.application_status) IS DISTINCT FROM (NEW.status, NEW.needs_review, NEW.is_live, NEW.application_status)) EXECUTE FUNCTION count_moved_merchant();--> statement-breakpoint
INSERT INTO "merchant_counts" SELECT status, needs_review, is_live, coalesce(application_status, ''), count(*) FROM "merchants" GROUP BY 1, 2, 3, 4;
