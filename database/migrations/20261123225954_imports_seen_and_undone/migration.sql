CREATE TABLE "import_invitations" (
	"user_id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"invited_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_documents" ADD COLUMN "row_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "moved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "read" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "report" jsonb;--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "undone_to" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "undo_counts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "import_invitations" ADD CONSTRAINT "import_invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_documents_changed" ON "import_documents" USING btree ("run_id","kind","path") WHERE run_id <> created_run_id;