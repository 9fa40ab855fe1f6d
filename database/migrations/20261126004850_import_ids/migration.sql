CREATE TABLE "import_ids" (
	"path" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"row_id" text NOT NULL,
	"leads" boolean NOT NULL,
	"run_id" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "import_ids_row" ON "import_ids" USING btree ("kind","row_id");