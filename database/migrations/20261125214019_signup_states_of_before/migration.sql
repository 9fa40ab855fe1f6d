-- Reads as of one moment. What a trigger tells meanwhile is newer and stays.
INSERT INTO "merchant_signup_states"
SELECT own.id, signup_state(own.kind, own.status, account.status), own.created_at
FROM "merchant_signups" own LEFT JOIN "users" account ON account.id = own.user_id ORDER BY own.id
ON CONFLICT DO NOTHING;
