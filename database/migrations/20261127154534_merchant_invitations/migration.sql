CREATE TABLE "merchant_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"merchant_id" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "merchant_invitations" ADD CONSTRAINT "merchant_invitations_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "merchant_invitations_open" ON "merchant_invitations" USING btree ("email","merchant_id") WHERE accepted_at is null;--> statement-breakpoint
CREATE INDEX "merchant_invitations_merchant" ON "merchant_invitations" USING btree ("merchant_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "merchant_invitations_token" ON "merchant_invitations" USING btree ("token_hash");