CREATE TABLE "affiliate_click_totals" (
	"link_id" text PRIMARY KEY NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signup_form_totals" (
	"form_id" text PRIMARY KEY NOT NULL,
	"viewed" bigint DEFAULT 0 NOT NULL,
	"started" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signup_submission_counts" (
	"form_id" text NOT NULL,
	"status" text NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_platform_days" (
	"day" date NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"created_count" integer NOT NULL,
	"updated_count" integer NOT NULL,
	"entered_count" integer NOT NULL,
	"entered_monthly_minor" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_platform_totals" (
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"count" integer NOT NULL,
	"monthly_minor" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waitlist_counts" (
	"waitlist_id" text NOT NULL,
	"status" text NOT NULL,
	"expires_on" date NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waitlist_source_counts" (
	"waitlist_id" text NOT NULL,
	"source" text NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscription_affiliates" ADD COLUMN "first_drink_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "affiliate_click_totals" ADD CONSTRAINT "affiliate_click_totals_link_id_affiliate_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."affiliate_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signup_form_totals" ADD CONSTRAINT "signup_form_totals_form_id_signup_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."signup_forms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "signup_submission_counts_form" ON "signup_submission_counts" USING btree ("form_id");--> statement-breakpoint
CREATE INDEX "subscription_platform_days_day" ON "subscription_platform_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "waitlist_counts_list" ON "waitlist_counts" USING btree ("waitlist_id");--> statement-breakpoint
CREATE INDEX "waitlist_source_counts_list" ON "waitlist_source_counts" USING btree ("waitlist_id");--> statement-breakpoint
CREATE INDEX "subscription_affiliates_person" ON "subscription_affiliates" USING btree ("user_id","merchant_id");--> statement-breakpoint
CREATE FUNCTION waitlist_expires_on(status text, expires_at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS
$$ SELECT CASE status WHEN 'invited' THEN coalesce((expires_at AT TIME ZONE 'UTC')::date, 'infinity') ELSE 'infinity' END $$;--> statement-breakpoint
INSERT INTO "waitlist_counts" SELECT waitlist_id, status, waitlist_expires_on(status, invitation_expires_at), count(*) FROM "waitlist_entries" GROUP BY 1, 2, 3;--> statement-breakpoint
INSERT INTO "waitlist_source_counts" SELECT waitlist_id, source, count(*) FROM "waitlist_entries" GROUP BY 1, 2;--> statement-breakpoint
INSERT INTO "signup_submission_counts" SELECT form_id, status, count(*) FROM "signup_submissions" GROUP BY 1, 2;--> statement-breakpoint
INSERT INTO "signup_form_totals" SELECT form_id, sum(viewed), sum(started) FROM "signup_form_days" GROUP BY 1;--> statement-breakpoint
INSERT INTO "affiliate_click_totals" SELECT link_id, sum(clicks) FROM "affiliate_days" GROUP BY 1;--> statement-breakpoint
CREATE FUNCTION count_waitlist_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE direction integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO waitlist_counts
  SELECT waitlist_id, status, waitlist_expires_on(status, invitation_expires_at), direction * count(*) FROM changed GROUP BY 1, 2, 3;
  INSERT INTO waitlist_source_counts SELECT waitlist_id, source, direction * count(*) FROM changed GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_moved_waitlist_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_day date := waitlist_expires_on(OLD.status, OLD.invitation_expires_at);
  new_day date := waitlist_expires_on(NEW.status, NEW.invitation_expires_at);
BEGIN
  IF (OLD.waitlist_id, OLD.status, old_day) IS DISTINCT FROM (NEW.waitlist_id, NEW.status, new_day) THEN
    INSERT INTO waitlist_counts VALUES (OLD.waitlist_id, OLD.status, old_day, -1), (NEW.waitlist_id, NEW.status, new_day, 1);
  END IF;
  IF (OLD.waitlist_id, OLD.source) IS DISTINCT FROM (NEW.waitlist_id, NEW.source) THEN
    INSERT INTO waitlist_source_counts VALUES (OLD.waitlist_id, OLD.source, -1), (NEW.waitlist_id, NEW.source, 1);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER entries_counted AFTER INSERT ON "waitlist_entries" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_waitlist_entries();--> statement-breakpoint
CREATE TRIGGER entries_uncounted AFTER DELETE ON "waitlist_entries" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_waitlist_entries();--> statement-breakpoint
CREATE TRIGGER entries_moved AFTER UPDATE OF waitlist_id, status, invitation_expires_at, source ON "waitlist_entries" FOR EACH ROW EXECUTE FUNCTION count_moved_waitlist_entry();--> statement-breakpoint
CREATE FUNCTION count_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE direction integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO signup_submission_counts SELECT form_id, status, direction * count(*) FROM changed GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_moved_submission() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO signup_submission_counts VALUES (OLD.form_id, OLD.status, -1), (NEW.form_id, NEW.status, 1);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER submissions_counted AFTER INSERT ON "signup_submissions" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_submissions();--> statement-breakpoint
CREATE TRIGGER submissions_uncounted AFTER DELETE ON "signup_submissions" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_submissions();--> statement-breakpoint
CREATE TRIGGER submissions_moved AFTER UPDATE OF form_id, status ON "signup_submissions" FOR EACH ROW
  WHEN ((OLD.form_id, OLD.status) IS DISTINCT FROM (NEW.form_id, NEW.status)) EXECUTE FUNCTION count_moved_submission();--> statement-breakpoint
CREATE FUNCTION add_form_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  viewed_before integer := CASE TG_OP WHEN 'UPDATE' THEN OLD.viewed ELSE 0 END;
  started_before integer := CASE TG_OP WHEN 'UPDATE' THEN OLD.started ELSE 0 END;
BEGIN
  INSERT INTO signup_form_totals AS total VALUES (NEW.form_id, NEW.viewed - viewed_before, NEW.started - started_before)
  ON CONFLICT (form_id) DO UPDATE SET viewed = total.viewed + excluded.viewed, started = total.started + excluded.started;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER form_days_added AFTER INSERT OR UPDATE OF viewed, started ON "signup_form_days" FOR EACH ROW EXECUTE FUNCTION add_form_day();--> statement-breakpoint
CREATE FUNCTION add_affiliate_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE clicks_before integer := CASE TG_OP WHEN 'UPDATE' THEN OLD.clicks ELSE 0 END;
BEGIN
  INSERT INTO affiliate_click_totals AS total VALUES (NEW.link_id, NEW.clicks - clicks_before)
  ON CONFLICT (link_id) DO UPDATE SET clicks = total.clicks + excluded.clicks;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER affiliate_days_added AFTER INSERT OR UPDATE OF clicks ON "affiliate_days" FOR EACH ROW EXECUTE FUNCTION add_affiliate_day();
--> statement-breakpoint
UPDATE "subscription_affiliates" SET "first_drink_at" = (SELECT min(drunk.redeemed_at) FROM "redemptions" drunk
  WHERE drunk.user_id = "subscription_affiliates".user_id AND drunk.merchant_id = "subscription_affiliates".merchant_id
    AND drunk.redeemed_at >= "subscription_affiliates".started_at AND drunk.status = 'completed');--> statement-breakpoint
INSERT INTO "subscription_platform_totals" SELECT status, currency, sum(count), sum(monthly_minor) FROM "subscription_totals" GROUP BY 1, 2;--> statement-breakpoint
CREATE FUNCTION add_platform_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscription_platform_totals SELECT status, currency, sum(count), sum(monthly_minor) FROM added GROUP BY 1, 2 HAVING sum(count) <> 0 OR sum(monthly_minor) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION remove_platform_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscription_platform_totals SELECT status, currency, -sum(count), -sum(monthly_minor) FROM removed GROUP BY 1, 2 HAVING sum(count) <> 0 OR sum(monthly_minor) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION move_platform_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscription_platform_totals SELECT status, currency, sum(count), sum(monthly_minor) FROM (
    SELECT status, currency, count, monthly_minor FROM added UNION ALL SELECT status, currency, -count, -monthly_minor FROM removed) moved GROUP BY 1, 2 HAVING sum(count) <> 0 OR sum(monthly_minor) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER platform_totals_added AFTER INSERT ON "subscription_totals" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_platform_totals();--> statement-breakpoint
CREATE TRIGGER platform_totals_removed AFTER DELETE ON "subscription_totals" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION remove_platform_totals();--> statement-breakpoint
CREATE TRIGGER platform_totals_moved AFTER UPDATE ON "subscription_totals" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION move_platform_totals();--> statement-breakpoint
INSERT INTO "subscription_platform_days" SELECT day, status, currency, sum(created_count), sum(updated_count), sum(entered_count), sum(entered_monthly_minor) FROM "subscription_days" GROUP BY 1, 2, 3;--> statement-breakpoint
CREATE FUNCTION add_platform_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscription_platform_days SELECT day, status, currency, sum(created_count), sum(updated_count), sum(entered_count), sum(entered_monthly_minor) FROM added GROUP BY 1, 2, 3 HAVING sum(created_count) <> 0 OR sum(updated_count) <> 0 OR sum(entered_count) <> 0 OR sum(entered_monthly_minor) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION remove_platform_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscription_platform_days SELECT day, status, currency, -sum(created_count), -sum(updated_count), -sum(entered_count), -sum(entered_monthly_minor) FROM removed GROUP BY 1, 2, 3 HAVING sum(created_count) <> 0 OR sum(updated_count) <> 0 OR sum(entered_count) <> 0 OR sum(entered_monthly_minor) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION move_platform_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscription_platform_days SELECT day, status, currency, sum(created_count), sum(updated_count), sum(entered_count), sum(entered_monthly_minor) FROM (
    SELECT day, status, currency, created_count, updated_count, entered_count, entered_monthly_minor FROM added UNION ALL SELECT day, status, currency, -created_count, -updated_count, -entered_count, -entered_monthly_minor FROM removed) moved GROUP BY 1, 2, 3 HAVING sum(created_count) <> 0 OR sum(updated_count) <> 0 OR sum(entered_count) <> 0 OR sum(entered_monthly_minor) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER platform_days_added AFTER INSERT ON "subscription_days" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_platform_days();--> statement-breakpoint
CREATE TRIGGER platform_days_removed AFTER DELETE ON "subscription_days" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION remove_platform_days();--> statement-breakpoint
CREATE TRIGGER platform_days_moved AFTER UPDATE ON "subscription_days" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION move_platform_days();
