CREATE TABLE "event_refusals" (
	"source_id" text NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"code" text NOT NULL,
	"count" integer NOT NULL,
	"field" text,
	"event_id" text,
	"refused_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_refusals_pk" PRIMARY KEY("day","source_id","kind","code")
);
--> statement-breakpoint
CREATE TABLE "event_sources" (
	"source_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"event_at" timestamp (3) with time zone,
	"lag_ms" integer,
	CONSTRAINT "event_sources_pk" PRIMARY KEY("source_id","kind")
);
