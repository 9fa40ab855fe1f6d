CREATE TABLE "charge_billings" (
	"subscription_id" text NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"period_end" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"is_proration" boolean NOT NULL,
	"amount_minor" integer NOT NULL,
	"list_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"billed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "charge_billings_pk" PRIMARY KEY("subscription_id","period_start","source","is_proration")
);
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD COLUMN "list_minor" integer;--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD COLUMN "corrected_minor" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD COLUMN "is_proration" boolean DEFAULT false NOT NULL;