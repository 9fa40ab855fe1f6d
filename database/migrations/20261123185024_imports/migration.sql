CREATE TABLE "import_documents" (
	"path" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"row_id" text NOT NULL,
	"hash" text NOT NULL,
	"residue" jsonb,
	"row_version" integer,
	"created_run_id" text NOT NULL,
	"run_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_problems" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_problems_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_id" text NOT NULL,
	"path" text,
	"collection" text NOT NULL,
	"field" text NOT NULL,
	"fault" text NOT NULL,
	"level" text NOT NULL,
	"shown" text NOT NULL,
	"file" text NOT NULL,
	"place" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"options" jsonb NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"kind" text,
	"line" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"started_by" text,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "import_problems" ADD CONSTRAINT "import_problems_run_id_import_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."import_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_documents_row" ON "import_documents" USING btree ("kind","row_id");--> statement-breakpoint
CREATE INDEX "import_documents_created" ON "import_documents" USING btree ("created_run_id","kind","path");--> statement-breakpoint
CREATE INDEX "import_problems_run" ON "import_problems" USING btree ("run_id","level","id");--> statement-breakpoint
CREATE INDEX "import_problems_path" ON "import_problems" USING btree ("path" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "import_runs_started" ON "import_runs" USING btree ("started_at" DESC NULLS LAST,"id");