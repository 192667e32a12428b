-- Splits games, seats, rounds and moves into 16 partitions each, by hash of the game. For the owner of a big site;
-- docs/distributed.md ("Partitions") says when, and what changes. PostgreSQL 13 or later.
--
-- Make a backup and stop the site, then:
--   psql "$DATABASE_URL" --single-transaction -v ON_ERROR_STOP=1 -f deploy/partition.sql
--
-- A unique key of a partitioned table must contain what the table is split by, and so must a key that others refer to:
-- * games_game.public_id: the small table games_name keeps it unique.
-- * games_game.rematch_of, games_seat.token: an index that isn't unique. We lock a game before its rematch is created,
--   and tokens are random.
-- * games_move (round, ply): the game comes first. A round belongs to one game.
-- * Nothing in the database checks any more that a round or a seat exists that another row names. Only our code does.

DO $partition$
DECLARE
    modulus CONSTANT int := 16;
    split CONSTANT jsonb := '{"games_game": "id", "games_seat": "game_id", "games_round": "game_id",
                              "games_move": "game_id"}';
    name text;
    key text;
    foreign_key record;
    each record;
BEGIN
    IF EXISTS (SELECT FROM pg_class WHERE relname = 'games_move' AND relkind = 'p') THEN
        RAISE EXCEPTION 'These tables are already partitioned';
    END IF;
    SET LOCAL client_min_messages = warning;

    CREATE TEMPORARY TABLE foreign_keys ON COMMIT DROP AS
        SELECT conname AS name, conrelid::regclass::text AS of, confrelid::regclass::text AS refers_to,
               pg_get_constraintdef(oid) AS definition
        FROM pg_constraint
        WHERE contype = 'f' AND (split ? conrelid::regclass::text OR split ? confrelid::regclass::text);
    FOR foreign_key IN SELECT * FROM foreign_keys LOOP
        EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', foreign_key.of, foreign_key.name);
    END LOOP;

    FOR name, key IN SELECT * FROM jsonb_each_text(split) LOOP
        CREATE TEMPORARY TABLE indexes AS
            SELECT indexrelid::regclass::text AS index, pg_get_indexdef(indexrelid) AS definition, indisunique AS is_unique,
                   indisprimary AS is_primary, pg_get_constraintdef(pg_constraint.oid) AS is_constraint,
                   EXISTS (SELECT FROM pg_attribute WHERE attrelid = indrelid AND attname = key AND attnum = ANY (indkey))
                       AS has_key
            FROM pg_index LEFT JOIN pg_constraint ON conindid = indexrelid AND contype IN ('p', 'u')
            WHERE indrelid = name::regclass;

        EXECUTE format('ALTER TABLE %I RENAME TO %I', name, name || '_whole');
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)
                        PARTITION BY HASH (%I)', name, name || '_whole', key);
        FOR n IN 0 .. modulus - 1 LOOP
            EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
                           name || '_' || n, name, modulus, n);
        END LOOP;
        EXECUTE format('INSERT INTO %I SELECT * FROM %I', name, name || '_whole');

        -- Partitions can't have identity columns before PostgreSQL 17.
        EXECUTE format('DROP TABLE %I', name || '_whole');
        EXECUTE format('CREATE SEQUENCE %I OWNED BY %I.id', name || '_id_seq', name);
        EXECUTE format('SELECT setval(%L, max(id)) FROM %I', name || '_id_seq', name);
        EXECUTE format('ALTER TABLE %I ALTER id SET DEFAULT nextval(%L)', name, name || '_id_seq');

        FOR each IN SELECT * FROM indexes LOOP
            IF each.is_primary THEN  -- the id comes first: it names a row, as before
                EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (%s)', name, concat_ws(', ', 'id', nullif(key, 'id')));
            ELSIF each.is_unique AND each.index = 'one_move_a_ply' THEN
                EXECUTE replace(each.definition, '(round_id,', '(game_id, round_id,');
            ELSIF each.is_unique AND NOT each.has_key THEN
                EXECUTE replace(each.definition, 'CREATE UNIQUE INDEX', 'CREATE INDEX');
            ELSIF each.is_constraint IS NOT NULL THEN
                EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', name, each.index, each.is_constraint);
            ELSE
                EXECUTE each.definition;
            END IF;
        END LOOP;
        DROP TABLE indexes;
    END LOOP;

    CREATE TABLE games_name (public_id varchar PRIMARY KEY);
    INSERT INTO games_name SELECT public_id FROM games_game;
    CREATE FUNCTION games_name_once() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP <> 'INSERT' THEN
                DELETE FROM games_name WHERE public_id = OLD.public_id;
            END IF;
            IF TG_OP <> 'DELETE' THEN
                INSERT INTO games_name VALUES (NEW.public_id);
            END IF;
            RETURN NULL;
        END $$;
    CREATE TRIGGER games_name_once AFTER INSERT OR DELETE OR UPDATE OF public_id ON games_game
        FOR EACH ROW EXECUTE FUNCTION games_name_once();
    CREATE FUNCTION games_name_none() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            TRUNCATE games_name;
            RETURN NULL;
        END $$;
    CREATE TRIGGER games_name_none AFTER TRUNCATE ON games_game FOR EACH STATEMENT EXECUTE FUNCTION games_name_none();

    FOR foreign_key IN SELECT * FROM foreign_keys WHERE refers_to NOT IN ('games_seat', 'games_round') LOOP
        EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', foreign_key.of, foreign_key.name, foreign_key.definition);
    END LOOP;
END $partition$;
ANALYZE games_game, games_seat, games_round, games_move;
