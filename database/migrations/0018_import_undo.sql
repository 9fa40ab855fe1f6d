ALTER TABLE "import_documents" ADD COLUMN "row_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "undone_to" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "undo_counts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "reconciliation" jsonb;--> statement-breakpoint
CREATE INDEX "import_documents_changed" ON "import_documents" USING btree ("run_id","kind","path") WHERE run_id <> created_run_id;