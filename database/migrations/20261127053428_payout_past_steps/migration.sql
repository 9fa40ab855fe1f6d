CREATE TABLE "payout_past_steps" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_past_steps_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payout_id" text NOT NULL,
	"status" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text,
	"reason" text
);
--> statement-breakpoint
-- From the audit log: what came before the approval that a payout has now. Read before the keys, which lock payouts.
INSERT INTO "payout_past_steps" ("payout_id", "status", "at", "by", "reason")
SELECT p.id,
  CASE a.action WHEN 'approve_payout' THEN 'approved' WHEN 'send_payout' THEN 'sent' WHEN 'confirm_payout' THEN 'confirmed'
    WHEN 'fail_payout' THEN 'failed' ELSE 'draft' END,
  a.occurred_at, a.admin_user_id, CASE a.action WHEN 'fail_payout' THEN a.after ->> 'failureReason' END
FROM "admin_audit_logs" a JOIN "payouts" p ON p.id = a.target_id
WHERE a.target_type = 'payout'
  AND a.action IN ('approve_payout', 'send_payout', 'confirm_payout', 'fail_payout', 'reopen_payout')
  AND (p.approved_at IS NULL OR a.occurred_at < p.approved_at)
ORDER BY a.sequence;--> statement-breakpoint
ALTER TABLE "payout_past_steps" ADD CONSTRAINT "payout_past_steps_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_past_steps_payout" ON "payout_past_steps" USING btree ("payout_id","number");