ALTER TABLE "import_runs" ADD COLUMN "left_out" jsonb;--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "comparison" jsonb;