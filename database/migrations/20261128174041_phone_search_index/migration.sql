DROP INDEX CONCURRENTLY IF EXISTS "users_dialed";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_dialed" ON "users" ((reverse(regexp_replace(substring("phone_number" from '^[0-9+() ./-]+'), '[^0-9]', '', 'g')) collate "C")) WHERE phone_number is not null;
