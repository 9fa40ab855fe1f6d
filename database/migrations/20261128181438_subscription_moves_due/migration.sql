INSERT INTO "subscription_moves_due" SELECT "id" FROM "subscriptions";
