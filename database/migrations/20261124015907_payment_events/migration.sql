CREATE TABLE "payment_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"provider_subscription_id" text,
	"outcome" text NOT NULL,
	"reason" text,
	"facts" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_links" (
	"provider_subscription_id" text PRIMARY KEY NOT NULL,
	"subscription_id" text,
	"charged_until" timestamp (3) with time zone,
	"subscription_facts" jsonb,
	"invoice_facts" jsonb
);
--> statement-breakpoint
CREATE INDEX "payment_events_received" ON "payment_events" USING btree ("received_at" DESC NULLS LAST,"event_id");--> statement-breakpoint
CREATE INDEX "payment_events_aside" ON "payment_events" USING btree ("received_at" DESC NULLS LAST,"event_id") WHERE outcome = 'aside';--> statement-breakpoint
CREATE INDEX "payment_events_due" ON "payment_events" USING btree ("next_attempt_at") WHERE outcome = 'aside';--> statement-breakpoint
CREATE INDEX "payment_events_waiting" ON "payment_events" USING btree ("provider_subscription_id") WHERE outcome = 'aside';--> statement-breakpoint
CREATE INDEX "payment_links_subscription" ON "payment_links" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "import_documents_provider" ON "import_documents" USING btree (("residue" ->> 'stripeSubscriptionId')) WHERE kind = 'subscriptions' and residue ->> 'stripeSubscriptionId' is not null;