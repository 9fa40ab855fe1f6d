CREATE TABLE "waitlist_area_changes" (
	"waitlist_id" text NOT NULL,
	"city_key" text NOT NULL,
	"postal_code" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waitlist_areas" (
	"waitlist_id" text NOT NULL,
	"city_key" text NOT NULL,
	"postal_key" text NOT NULL,
	"postal_code" text NOT NULL,
	"people" integer NOT NULL,
	"city" text NOT NULL,
	"wanted_venue" text NOT NULL,
	CONSTRAINT "waitlist_areas_pk" PRIMARY KEY("waitlist_id","city_key","postal_key","postal_code")
);
--> statement-breakpoint
CREATE TABLE "waitlist_cities" (
	"waitlist_id" text NOT NULL,
	"city_key" text NOT NULL,
	"areas" integer NOT NULL,
	"people" integer NOT NULL,
	CONSTRAINT "waitlist_cities_pk" PRIMARY KEY("waitlist_id","city_key")
);
--> statement-breakpoint
CREATE INDEX "waitlist_area_changes_list" ON "waitlist_area_changes" USING btree ("waitlist_id");--> statement-breakpoint
CREATE INDEX "waitlist_areas_people" ON "waitlist_areas" USING btree ("waitlist_id","people" DESC NULLS LAST,"city_key","postal_code");--> statement-breakpoint
CREATE FUNCTION is_waiting(status text) RETURNS boolean LANGUAGE sql IMMUTABLE AS
$$ SELECT status IN ('waiting', 'shortlisted') $$;--> statement-breakpoint
CREATE FUNCTION note_waiting_areas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waitlist_area_changes
  SELECT DISTINCT waitlist_id, lower(city), postal_code FROM changed WHERE is_waiting(status);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION note_moved_waiting_area() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waitlist_area_changes
  SELECT OLD.waitlist_id, lower(OLD.city), OLD.postal_code WHERE is_waiting(OLD.status)
  UNION SELECT NEW.waitlist_id, lower(NEW.city), NEW.postal_code WHERE is_waiting(NEW.status);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER areas_joined AFTER INSERT ON "waitlist_entries" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_waiting_areas();--> statement-breakpoint
CREATE TRIGGER areas_left AFTER DELETE ON "waitlist_entries" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_waiting_areas();--> statement-breakpoint
CREATE TRIGGER areas_moved AFTER UPDATE OF waitlist_id, status, city, postal_code, wanted_venue ON "waitlist_entries" FOR EACH ROW
  WHEN ((OLD.waitlist_id, is_waiting(OLD.status), OLD.city, OLD.postal_code, OLD.wanted_venue) IS DISTINCT FROM
    (NEW.waitlist_id, is_waiting(NEW.status), NEW.city, NEW.postal_code, NEW.wanted_venue)) EXECUTE FUNCTION note_moved_waiting_area();
