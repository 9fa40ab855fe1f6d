-- Added without looking at the rows of before, which the move to one_time_secrets had copied whole.
ALTER TABLE "single_sign_on_sessions" VALIDATE CONSTRAINT "single_sign_on_sessions_challenge_id_one_time_secrets_id_fk";
