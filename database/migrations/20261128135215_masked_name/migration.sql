-- "Ana P.", as `maskName` of features/subscriptions: what merchants see of a name, and search by. It names only built-in
-- functions, so that PostgreSQL inlines it.
CREATE FUNCTION "masked_name"("value" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select case when position('@' in $1) = 0 then
    split_part(trim(translate($1, U&'\0009\000A\000B\000C\000D\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF', repeat(' ', 24))), ' ', 1) || coalesce(' ' || substring(trim(translate($1, U&'\0009\000A\000B\000C\000D\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF', repeat(' ', 24))) from '.* ([^ ])') || '.', '')
  end
$$;
