CREATE TABLE "promotion_uses" (
	"merchant_id" text NOT NULL,
	"promotion_id" text NOT NULL,
	"uses" integer NOT NULL,
	CONSTRAINT "promotion_uses_pk" PRIMARY KEY("merchant_id","promotion_id")
);
--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE cascade ON UPDATE no action;