CREATE TABLE "user_counts" (
	"role" text NOT NULL,
	"status" text NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
INSERT INTO "user_counts" SELECT role, status, count(*) FROM "users" GROUP BY 1, 2;--> statement-breakpoint
CREATE FUNCTION count_added_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_counts SELECT role, status, count(*) FROM changed GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_removed_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_counts SELECT role, status, -count(*) FROM changed GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_moved_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_counts VALUES (OLD.role, OLD.status, -1), (NEW.role, NEW.status, 1);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_counted AFTER INSERT ON "users" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_added_users();--> statement-breakpoint
CREATE TRIGGER users_uncounted AFTER DELETE ON "users" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_users();--> statement-breakpoint
CREATE TRIGGER users_moved AFTER UPDATE OF role, status ON "users" FOR EACH ROW WHEN ((OLD.role, OLD.status) IS DISTINCT FROM (NEW.role, NEW.status)) EXECUTE FUNCTION count_moved_user();
