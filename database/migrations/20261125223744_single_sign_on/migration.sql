CREATE TABLE "single_sign_on_attempts" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"asked_for" text,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "single_sign_on_links" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"linked_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "single_sign_on_links_pk" PRIMARY KEY("issuer","subject"),
	CONSTRAINT "single_sign_on_links_user" UNIQUE("user_id","issuer")
);
--> statement-breakpoint
CREATE TABLE "single_sign_on_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text,
	"challenge_id" text,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"provider_session_id" text,
	"id_token_sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "single_sign_on_sessions_session" UNIQUE("session_id"),
	CONSTRAINT "single_sign_on_sessions_challenge" UNIQUE("challenge_id")
);
--> statement-breakpoint
ALTER TABLE "single_sign_on_links" ADD CONSTRAINT "single_sign_on_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "single_sign_on_sessions" ADD CONSTRAINT "single_sign_on_sessions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "single_sign_on_sessions" ADD CONSTRAINT "single_sign_on_sessions_challenge_id_email_codes_id_fk" FOREIGN KEY ("challenge_id") REFERENCES "public"."email_codes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "single_sign_on_attempts_expiry" ON "single_sign_on_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "single_sign_on_sessions_subject" ON "single_sign_on_sessions" USING btree ("issuer","subject");