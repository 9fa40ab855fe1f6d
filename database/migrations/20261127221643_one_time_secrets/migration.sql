-- One table instead of seven. Each old name becomes a view of it, because servers of the version before still read and
-- write those names until the last of them is replaced; a later version drops the views.
CREATE TABLE "one_time_secrets" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" text,
	"subject" text,
	"hash" text NOT NULL,
	"payload" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
-- The rename locks the old table: no row is written between its copy and the view.
ALTER TABLE "sign_in_links" RENAME TO "old_sign_in_links";
--> statement-breakpoint
INSERT INTO "one_time_secrets" (id, purpose, user_id, subject, hash, created_at, expires_at, opened_at, used_at)
SELECT id, purpose, user_id, email, token_hash, created_at, expires_at, opened_at, used_at
FROM "old_sign_in_links";
--> statement-breakpoint
DROP TABLE "old_sign_in_links";
--> statement-breakpoint
CREATE VIEW "sign_in_links" AS
SELECT id, hash AS token_hash, user_id, subject AS email, purpose, created_at, expires_at, opened_at, used_at
FROM "one_time_secrets" WHERE purpose IN ('sign_in', 'invitation', 'password_reset');
--> statement-breakpoint
CREATE RULE "insert_one_time_secret" AS ON INSERT TO "sign_in_links" DO INSTEAD
INSERT INTO "one_time_secrets" (id, purpose, user_id, subject, hash, created_at, expires_at, opened_at, used_at)
VALUES (NEW.id, NEW.purpose, NEW.user_id, NEW.email, NEW.token_hash, NEW.created_at, NEW.expires_at, NEW.opened_at, NEW.used_at);
--> statement-breakpoint
ALTER TABLE "single_sign_on_sessions" DROP CONSTRAINT "single_sign_on_sessions_challenge_id_email_codes_id_fk";
--> statement-breakpoint
-- A sign-in that waits for its second step is known by the hash of its challenge, and carries the hash of the account.
ALTER TABLE "email_codes" RENAME TO "old_email_codes";
--> statement-breakpoint
INSERT INTO "one_time_secrets" (id, purpose, user_id, hash, payload, attempts, created_at, expires_at, used_at)
SELECT id, purpose, user_id, CASE WHEN purpose LIKE 'second_step_%' THEN id ELSE code_hash END, CASE WHEN purpose LIKE 'second_step_%' THEN code_hash END, attempts, created_at, expires_at, used_at
FROM "old_email_codes";
--> statement-breakpoint
DROP TABLE "old_email_codes";
--> statement-breakpoint
CREATE VIEW "email_codes" AS
SELECT id, user_id, purpose, coalesce(payload, hash) AS code_hash, attempts, created_at, expires_at, used_at
FROM "one_time_secrets" WHERE purpose IN ('activation', 'reauthentication', 'second_step_password', 'second_step_link', 'second_step_single_sign_on');
--> statement-breakpoint
CREATE RULE "insert_one_time_secret" AS ON INSERT TO "email_codes" DO INSTEAD
INSERT INTO "one_time_secrets" (id, purpose, user_id, hash, payload, attempts, created_at, expires_at, used_at)
VALUES (NEW.id, NEW.purpose, NEW.user_id, CASE WHEN NEW.purpose LIKE 'second_step_%' THEN NEW.id ELSE NEW.code_hash END, CASE WHEN NEW.purpose LIKE 'second_step_%' THEN NEW.code_hash END, coalesce(NEW.attempts, 0), NEW.created_at, NEW.expires_at, NEW.used_at);
--> statement-breakpoint
ALTER TABLE "email_changes" RENAME TO "old_email_changes";
--> statement-breakpoint
INSERT INTO "one_time_secrets" (id, purpose, user_id, subject, hash, attempts, created_at, expires_at, used_at)
SELECT id, 'email_change', user_id, new_email, code_hash, attempts, created_at, expires_at, used_at
FROM "old_email_changes";
--> statement-breakpoint
DROP TABLE "old_email_changes";
--> statement-breakpoint
CREATE VIEW "email_changes" AS
SELECT id, user_id, subject AS new_email, hash AS code_hash, attempts, created_at, expires_at, used_at
FROM "one_time_secrets" WHERE purpose = 'email_change';
--> statement-breakpoint
CREATE RULE "insert_one_time_secret" AS ON INSERT TO "email_changes" DO INSTEAD
INSERT INTO "one_time_secrets" (id, purpose, user_id, subject, hash, attempts, created_at, expires_at, used_at)
VALUES (NEW.id, 'email_change', NEW.user_id, NEW.new_email, NEW.code_hash, coalesce(NEW.attempts, 0), NEW.created_at, NEW.expires_at, NEW.used_at);
--> statement-breakpoint
ALTER TABLE "mailbox_codes" RENAME TO "old_mailbox_codes";
--> statement-breakpoint
INSERT INTO "one_time_secrets" (id, purpose, subject, hash, attempts, created_at, expires_at, used_at)
SELECT id, 'mailbox:' || purpose, email, code_hash, attempts, created_at, expires_at, used_at
FROM "old_mailbox_codes";
--> statement-breakpoint
DROP TABLE "old_mailbox_codes";
--> statement-breakpoint
CREATE VIEW "mailbox_codes" AS
SELECT id, subject AS email, substr(purpose, 9) AS purpose, hash AS code_hash, attempts, created_at, expires_at, used_at
FROM "one_time_secrets" WHERE purpose LIKE 'mailbox:%';
--> statement-breakpoint
CREATE RULE "insert_one_time_secret" AS ON INSERT TO "mailbox_codes" DO INSTEAD
INSERT INTO "one_time_secrets" (id, purpose, subject, hash, attempts, created_at, expires_at, used_at)
VALUES (NEW.id, 'mailbox:' || NEW.purpose, NEW.email, NEW.code_hash, coalesce(NEW.attempts, 0), NEW.created_at, NEW.expires_at, NEW.used_at);
--> statement-breakpoint
ALTER TABLE "mailbox_proofs" RENAME TO "old_mailbox_proofs";
--> statement-breakpoint
INSERT INTO "one_time_secrets" (id, purpose, subject, hash, created_at, expires_at)
SELECT token_hash, 'proof:' || purpose, email, token_hash, created_at, expires_at
FROM "old_mailbox_proofs";
--> statement-breakpoint
DROP TABLE "old_mailbox_proofs";
--> statement-breakpoint
CREATE VIEW "mailbox_proofs" AS
SELECT hash AS token_hash, subject AS email, substr(purpose, 7) AS purpose, created_at, expires_at
FROM "one_time_secrets" WHERE purpose LIKE 'proof:%';
--> statement-breakpoint
CREATE RULE "insert_one_time_secret" AS ON INSERT TO "mailbox_proofs" DO INSTEAD
INSERT INTO "one_time_secrets" (id, purpose, subject, hash, created_at, expires_at)
VALUES (NEW.token_hash, 'proof:' || NEW.purpose, NEW.email, NEW.token_hash, NEW.created_at, NEW.expires_at);
--> statement-breakpoint
ALTER TABLE "passkey_challenges" RENAME TO "old_passkey_challenges";
--> statement-breakpoint
INSERT INTO "one_time_secrets" (id, purpose, hash, created_at, expires_at)
SELECT id, 'passkey_challenge', id, expires_at - interval '5 minutes', expires_at
FROM "old_passkey_challenges";
--> statement-breakpoint
DROP TABLE "old_passkey_challenges";
--> statement-breakpoint
CREATE VIEW "passkey_challenges" AS
SELECT hash AS id, expires_at
FROM "one_time_secrets" WHERE purpose = 'passkey_challenge' AND used_at IS NULL;
--> statement-breakpoint
CREATE RULE "insert_one_time_secret" AS ON INSERT TO "passkey_challenges" DO INSTEAD
INSERT INTO "one_time_secrets" (id, purpose, hash, created_at, expires_at)
VALUES (NEW.id, 'passkey_challenge', NEW.id, NEW.expires_at - interval '5 minutes', NEW.expires_at);
--> statement-breakpoint
ALTER TABLE "single_sign_on_attempts" RENAME TO "old_single_sign_on_attempts";
--> statement-breakpoint
INSERT INTO "one_time_secrets" (id, purpose, subject, hash, payload, created_at, expires_at)
SELECT state_hash, 'single_sign_on_state', browser_hash, state_hash, asked_for, expires_at - interval '10 minutes', expires_at
FROM "old_single_sign_on_attempts";
--> statement-breakpoint
DROP TABLE "old_single_sign_on_attempts";
--> statement-breakpoint
CREATE VIEW "single_sign_on_attempts" AS
SELECT hash AS state_hash, subject AS browser_hash, payload AS asked_for, expires_at
FROM "one_time_secrets" WHERE purpose = 'single_sign_on_state' AND used_at IS NULL;
--> statement-breakpoint
CREATE RULE "insert_one_time_secret" AS ON INSERT TO "single_sign_on_attempts" DO INSTEAD
INSERT INTO "one_time_secrets" (id, purpose, subject, hash, payload, created_at, expires_at)
VALUES (NEW.state_hash, 'single_sign_on_state', NEW.browser_hash, NEW.state_hash, NEW.asked_for, NEW.expires_at - interval '10 minutes', NEW.expires_at);
--> statement-breakpoint
CREATE INDEX "one_time_secrets_hash" ON "one_time_secrets" USING btree ("hash");
--> statement-breakpoint
CREATE INDEX "one_time_secrets_user" ON "one_time_secrets" USING btree ("user_id","purpose","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "one_time_secrets_subject" ON "one_time_secrets" USING btree ("subject","purpose","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "one_time_secrets_expiry" ON "one_time_secrets" USING btree ("expires_at");
--> statement-breakpoint
ALTER TABLE "one_time_secrets" ADD CONSTRAINT "one_time_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "single_sign_on_sessions" ADD CONSTRAINT "single_sign_on_sessions_challenge_id_one_time_secrets_id_fk" FOREIGN KEY ("challenge_id") REFERENCES "public"."one_time_secrets"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
