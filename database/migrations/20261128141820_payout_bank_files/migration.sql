CREATE TABLE "payout_bank_files" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_bank_files_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"period" text NOT NULL,
	"currency" text NOT NULL,
	"format" text NOT NULL,
	"payment_count" integer NOT NULL,
	"sum_minor" bigint NOT NULL,
	"checksum" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "payout_bank_files_period" ON "payout_bank_files" ("period","number");