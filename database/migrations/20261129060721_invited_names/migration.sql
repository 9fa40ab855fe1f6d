ALTER TABLE "merchant_invitations" ADD COLUMN "display_name" text;--> statement-breakpoint
ALTER TABLE "merchant_invitations" ADD COLUMN "phone_number" text;