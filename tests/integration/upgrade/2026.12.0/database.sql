--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: drizzle; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA drizzle;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: movement; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.movement (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    by text NOT NULL,
    barcode text NOT NULL,
    from_kind text NOT NULL,
    from_owner text NOT NULL,
    from_place text NOT NULL,
    to_kind text NOT NULL,
    to_owner text NOT NULL,
    to_place text NOT NULL,
    qty integer NOT NULL,
    document_kind text,
    document_number integer,
    line_id bigint,
    reason text DEFAULT ''::text NOT NULL,
    claimed_at timestamp with time zone,
    "position" integer DEFAULT 0 NOT NULL,
    hash bytea DEFAULT '\x'::bytea NOT NULL,
    CONSTRAINT movement_by_someone CHECK ((by <> ''::text)),
    CONSTRAINT movement_document_kind CHECK ((document_kind = ANY (ARRAY['issuance'::text, 'transfer'::text, 'dump'::text, 'return'::text, 'request'::text, 'count'::text]))),
    CONSTRAINT movement_from_kind CHECK ((from_kind = ANY (ARRAY['stock'::text, 'grower-storage'::text, 'transit'::text, 'issued'::text, 'dumped'::text, 'opening'::text, 'adjusted'::text]))),
    CONSTRAINT movement_goes_somewhere CHECK (((from_kind <> to_kind) OR (from_owner <> to_owner) OR (from_place <> to_place))),
    CONSTRAINT movement_has_a_cause CHECK (((reason <> ''::text) OR ((document_kind IS NOT NULL) AND (document_number IS NOT NULL) AND (line_id IS NOT NULL)))),
    CONSTRAINT movement_some_plants CHECK ((qty > 0)),
    CONSTRAINT movement_to_kind CHECK ((to_kind = ANY (ARRAY['stock'::text, 'grower-storage'::text, 'transit'::text, 'issued'::text, 'dumped'::text, 'opening'::text, 'adjusted'::text])))
);


--
-- Name: movement_hash(public.movement, integer, bytea); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.movement_hash(of public.movement, place integer, previous bytea) RETURNS bytea
    LANGUAGE sql STABLE
    AS $$
  SELECT sha256(previous || convert_to(
    movement_part(place::text) || movement_part(("of").id::text)
    || movement_part(to_char(("of").at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'))
    || movement_part(("of").by) || movement_part(("of").barcode)
    || movement_part(("of").from_kind) || movement_part(("of").from_owner) || movement_part(("of").from_place)
    || movement_part(("of").to_kind) || movement_part(("of").to_owner) || movement_part(("of").to_place)
    || movement_part(("of").qty::text) || movement_part(("of").reason)
    || movement_part(("of").document_kind) || movement_part(("of").document_number::text) || movement_part(("of").line_id::text)
    || movement_part(to_char(("of").claimed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')), 'UTF8'))
$$;


--
-- Name: movement_is_append_only(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.movement_is_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'movements are append-only' USING ERRCODE = 'restrict_violation';
END;
$$;


--
-- Name: movement_joins_its_chain(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.movement_joins_its_chain() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO movement_chain AS chain (barcode, movements, hash)
    VALUES (NEW.barcode, 1, movement_hash(NEW, 1, ''::bytea))
    ON CONFLICT (barcode) DO UPDATE
      SET movements = chain.movements + 1, hash = movement_hash(NEW, chain.movements + 1, chain.hash)
    RETURNING chain.movements, chain.hash INTO NEW.position, NEW.hash;
  RETURN NEW;
END;
$$;


--
-- Name: movement_part(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.movement_part(part text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  SELECT coalesce(length(part)::text || ':' || part, '-')
$$;


--
-- Name: record_is_append_only(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.record_is_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END;
$$;


--
-- Name: __drizzle_migrations; Type: TABLE; Schema: drizzle; Owner: -
--

CREATE TABLE drizzle.__drizzle_migrations (
    id integer NOT NULL,
    hash text NOT NULL,
    created_at bigint
);


--
-- Name: __drizzle_migrations_id_seq; Type: SEQUENCE; Schema: drizzle; Owner: -
--

CREATE SEQUENCE drizzle.__drizzle_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: __drizzle_migrations_id_seq; Type: SEQUENCE OWNED BY; Schema: drizzle; Owner: -
--

ALTER SEQUENCE drizzle.__drizzle_migrations_id_seq OWNED BY drizzle.__drizzle_migrations.id;


--
-- Name: adjustment_request; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.adjustment_request (
    number integer NOT NULL,
    of_number integer NOT NULL
);


--
-- Name: balance; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.balance (
    barcode text NOT NULL,
    kind text NOT NULL,
    owner text NOT NULL,
    place text DEFAULT ''::text NOT NULL,
    qty bigint DEFAULT 0 NOT NULL,
    reserved bigint DEFAULT 0 NOT NULL,
    stocked smallint GENERATED ALWAYS AS (
CASE
    WHEN ((kind <> ALL (ARRAY['stock'::text, 'grower-storage'::text])) OR (qty <= 0)) THEN 0
    WHEN (qty > reserved) THEN 2
    ELSE 1
END) STORED NOT NULL,
    CONSTRAINT balance_kind CHECK ((kind = ANY (ARRAY['stock'::text, 'grower-storage'::text, 'transit'::text, 'issued'::text, 'dumped'::text, 'opening'::text, 'adjusted'::text]))),
    CONSTRAINT balance_not_below_zero CHECK (((qty >= 0) OR (kind = ANY (ARRAY['opening'::text, 'adjusted'::text])))),
    CONSTRAINT balance_reserved_within_quantity CHECK (((reserved >= 0) AND (reserved <= GREATEST(qty, (0)::bigint))))
)
WITH (fillfactor='85');


--
-- Name: barcode; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.barcode (
    barcode text NOT NULL,
    id bigint NOT NULL,
    commodity text NOT NULL,
    season_id text,
    variety_code text NOT NULL,
    plant_code text DEFAULT ''::text NOT NULL,
    trim_type text NOT NULL,
    stock_type text NOT NULL,
    grade text DEFAULT ''::text NOT NULL,
    uom text DEFAULT 'EA'::text NOT NULL,
    rate text DEFAULT ''::text NOT NULL,
    code_id text DEFAULT ''::text NOT NULL,
    inventory_type text DEFAULT 'TRIM'::text NOT NULL,
    attributes text DEFAULT ''::text NOT NULL,
    attributes_id text DEFAULT ''::text NOT NULL,
    origin text DEFAULT ''::text NOT NULL,
    CONSTRAINT barcode_commodity CHECK ((commodity = ANY (ARRAY['BLACK'::text, 'BLUE'::text, 'RASP'::text, 'STRAW'::text]))),
    CONSTRAINT barcode_stock_type CHECK ((stock_type = ANY (ARRAY['COMMERCIAL'::text, 'FOUNDATION'::text, 'RESERVED'::text, 'APPLIEDRESEARCH'::text, 'NURSERYTRIALS'::text, 'BREEDING'::text, 'ONFARMTRIALS'::text]))),
    CONSTRAINT barcode_ten_characters CHECK ((barcode ~ '^[A-Za-z0-9]{10}$'::text))
);


--
-- Name: barcode_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.barcode ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.barcode_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: change; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.change (
    id bigint NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    by text NOT NULL,
    kind text NOT NULL,
    storage_type text NOT NULL,
    number text NOT NULL,
    season_id text,
    locations text[] NOT NULL,
    step text NOT NULL,
    key text DEFAULT COALESCE(current_setting('trimline.key'::text, true), ''::text) NOT NULL
);


--
-- Name: change_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.change ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.change_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: count; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.count (
    number integer NOT NULL,
    scope text DEFAULT ''::text NOT NULL,
    shelf text DEFAULT ''::text NOT NULL,
    blind text DEFAULT ''::text NOT NULL,
    reason_code text DEFAULT ''::text NOT NULL,
    reference_nbr text DEFAULT ''::text NOT NULL,
    comments text DEFAULT ''::text NOT NULL
);


--
-- Name: count_number; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.count_number
    START WITH 60000001
    INCREMENT BY 1
    NO MINVALUE
    MAXVALUE 69999999
    CACHE 1;


--
-- Name: device_profile; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.device_profile (
    name text NOT NULL,
    profile jsonb NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: document; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.document (
    number integer NOT NULL,
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    kind text NOT NULL,
    storage_type text NOT NULL,
    status text NOT NULL,
    location text NOT NULL,
    season_id text NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    claimed_at timestamp with time zone,
    owned_by text,
    owned_at timestamp with time zone,
    CONSTRAINT document_kind CHECK ((kind = ANY (ARRAY['issuance'::text, 'transfer'::text, 'dump'::text, 'return'::text, 'request'::text, 'count'::text]))),
    CONSTRAINT document_number_digits CHECK (((number >= 1) AND (number <= 99999999))),
    CONSTRAINT document_status CHECK ((status = ANY (ARRAY['OPEN'::text, 'RESERVED'::text, 'PICKED'::text, 'SHIPPED'::text, 'RECEIVED'::text, 'CANCELLED'::text, 'DUMPED'::text, 'POSTED'::text, 'CLOSED'::text, 'ACCEPT'::text, 'REJECT'::text, 'COUNTED'::text, 'RECOUNT'::text, 'RECOUNTED'::text, 'REQUESTED'::text]))),
    CONSTRAINT document_storage_type CHECK ((storage_type = ANY (ARRAY['INVENTORY'::text, 'GROWERSTORAGE'::text])))
)
WITH (fillfactor='85');


--
-- Name: document_line; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.document_line (
    id bigint NOT NULL,
    number integer NOT NULL,
    barcode text NOT NULL,
    status text NOT NULL,
    ordered integer NOT NULL,
    picked integer,
    received integer,
    held integer DEFAULT 0 NOT NULL,
    source_kind text NOT NULL,
    source_owner text NOT NULL,
    source_place text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    is_replant boolean DEFAULT false NOT NULL,
    counted_by text,
    counted_after bigint,
    changed_by text NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    claimed_at timestamp with time zone,
    CONSTRAINT document_line_ended CHECK (((held = 0) OR (status <> ALL (ARRAY['SHIPPED'::text, 'RECEIVED'::text, 'CANCELLED'::text, 'DUMPED'::text, 'POSTED'::text])))),
    CONSTRAINT document_line_holds CHECK ((held >= 0)),
    CONSTRAINT document_line_ordered CHECK ((ordered >= 0)),
    CONSTRAINT document_line_picked CHECK ((picked >= 0)),
    CONSTRAINT document_line_received CHECK ((received >= 0)),
    CONSTRAINT document_line_status CHECK ((status = ANY (ARRAY['OPEN'::text, 'RESERVED'::text, 'PICKED'::text, 'SHIPPED'::text, 'RECEIVED'::text, 'CANCELLED'::text, 'DUMPED'::text, 'POSTED'::text, 'CLOSED'::text, 'ACCEPT'::text, 'REJECT'::text, 'COUNTED'::text, 'RECOUNT'::text, 'RECOUNTED'::text, 'REQUESTED'::text])))
)
WITH (fillfactor='85');


--
-- Name: document_line_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.document_line ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.document_line_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: document_owner; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.document_owner (
    id bigint NOT NULL,
    number integer NOT NULL,
    owner text NOT NULL,
    previous text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: document_owner_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.document_owner ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.document_owner_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: dump; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.dump (
    number integer NOT NULL,
    authorized_by text DEFAULT ''::text NOT NULL,
    authorized_date date NOT NULL,
    comments text DEFAULT ''::text NOT NULL
);


--
-- Name: dump_number; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.dump_number
    START WITH 30000001
    INCREMENT BY 1
    NO MINVALUE
    MAXVALUE 39999999
    CACHE 1;


--
-- Name: grower; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.grower (
    id text NOT NULL,
    name text NOT NULL,
    commodity text NOT NULL,
    pick_up_location text DEFAULT ''::text NOT NULL,
    growing_area text DEFAULT ''::text NOT NULL,
    growing_district text DEFAULT ''::text NOT NULL,
    vendor_invoice_account text DEFAULT ''::text NOT NULL,
    field_type text DEFAULT ''::text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    CONSTRAINT grower_commodity_known CHECK ((commodity = ANY (ARRAY['BLACK'::text, 'BLUE'::text, 'RASP'::text, 'STRAW'::text])))
);


--
-- Name: idempotency_key; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.idempotency_key (
    username text NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    status integer NOT NULL,
    content_type text NOT NULL,
    answer text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: identity_secret; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.identity_secret (
    name text NOT NULL,
    value jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: identity_state; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.identity_state (
    model text NOT NULL,
    id text NOT NULL,
    payload jsonb NOT NULL,
    grant_id text,
    uid text,
    user_code text,
    expires_at timestamp with time zone
);


--
-- Name: issuance; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.issuance (
    number integer NOT NULL,
    issue_to_type text DEFAULT ''::text NOT NULL,
    reference_nbr text DEFAULT ''::text NOT NULL,
    issue_to_nbr text DEFAULT ''::text NOT NULL,
    issue_date date,
    comments text DEFAULT ''::text NOT NULL,
    CONSTRAINT issuance_issue_to_type CHECK ((issue_to_type = ANY (ARRAY['Grower'::text, 'Nursery'::text])))
);


--
-- Name: issuance_number; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.issuance_number
    START WITH 10000001
    INCREMENT BY 1
    NO MINVALUE
    MAXVALUE 19999999
    CACHE 1;


--
-- Name: label_template; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.label_template (
    id text NOT NULL,
    template jsonb NOT NULL,
    version integer NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: label_template_use; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.label_template_use (
    location text NOT NULL,
    template text NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: ledger_mark; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ledger_mark (
    "position" bigint NOT NULL,
    hash text NOT NULL,
    run text NOT NULL,
    change bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: location; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.location (
    code text NOT NULL,
    description text NOT NULL,
    time_zone text NOT NULL,
    operator_number text DEFAULT ''::text NOT NULL,
    passport_words text DEFAULT ''::text NOT NULL,
    zone_words text DEFAULT ''::text NOT NULL,
    active boolean DEFAULT true NOT NULL
);


--
-- Name: movement_chain; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.movement_chain (
    barcode text NOT NULL,
    movements integer NOT NULL,
    hash bytea NOT NULL
);


--
-- Name: movement_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.movement ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.movement_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: nursery; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.nursery (
    id text NOT NULL,
    name text NOT NULL,
    active boolean DEFAULT true NOT NULL
);


--
-- Name: person; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.person (
    username text NOT NULL,
    name text NOT NULL,
    role text DEFAULT ''::text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    CONSTRAINT person_username_folded CHECK ((username = lower(username)))
);


--
-- Name: person_key; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.person_key (
    username text NOT NULL,
    security_key text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    CONSTRAINT person_key_known CHECK ((security_key = ANY (ARRAY['ADJUSTINVENTORYKEY'::text, 'TRANSFERLOGADMINKEY'::text, 'ISSUANCEADMINKEY'::text, 'GROWERISSUANCEADMINKEY'::text, 'NURSERYISSUANCEADMINKEY'::text, 'RETURNADMINKEY'::text, 'GROWERRETURNADMINKEY'::text, 'NURSERYRETURNADMINKEY'::text, 'DUMPHOMEKEY'::text, 'DUMPKEY'::text, 'DUMPCREATEKEY'::text, 'GROWERSTORAGEHOMEKEY'::text, 'GROWERSTORAGEADJUSTINVENTORYKEY'::text, 'GROWERSTORAGEISSUANCEKEY'::text, 'GROWERSTORAGEDUMPKEY'::text, 'GROWERSTORAGEDUMPLISTKEY'::text, 'COUNTADMINKEY'::text])))
);


--
-- Name: person_location; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.person_location (
    username text NOT NULL,
    location text NOT NULL,
    active boolean DEFAULT true NOT NULL
);


--
-- Name: plant_return; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.plant_return (
    number integer NOT NULL,
    returned_from_nbr text DEFAULT ''::text NOT NULL,
    inventory_effect text DEFAULT ''::text NOT NULL,
    ref_nbr text DEFAULT ''::text NOT NULL,
    returned_date date,
    returned_by text DEFAULT ''::text NOT NULL,
    comments text DEFAULT ''::text NOT NULL,
    CONSTRAINT plant_return_effect CHECK ((inventory_effect = ANY (ARRAY['GROWERSTORAGE'::text, 'DUMP'::text])))
);


--
-- Name: print_proposal; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.print_proposal (
    location text NOT NULL,
    work text NOT NULL,
    print_server integer,
    template text DEFAULT ''::text NOT NULL,
    on_ship boolean DEFAULT false NOT NULL,
    on_receive boolean DEFAULT false NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: print_server; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.print_server (
    id integer NOT NULL,
    location text NOT NULL,
    host text NOT NULL,
    port integer NOT NULL,
    printer text NOT NULL,
    format text NOT NULL,
    dpi integer,
    rotation integer DEFAULT 0 NOT NULL,
    stock text DEFAULT ''::text NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT print_server_dpi CHECK ((dpi = ANY (ARRAY[203, 300, 600]))),
    CONSTRAINT print_server_format CHECK ((format = ANY (ARRAY['PDF'::text, 'ZPL'::text]))),
    CONSTRAINT print_server_port CHECK (((port >= 1) AND (port <= 65535))),
    CONSTRAINT print_server_rotation CHECK ((rotation = ANY (ARRAY[0, 90, 180, 270])))
);


--
-- Name: print_server_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.print_server ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.print_server_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: reason_code; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reason_code (
    id integer NOT NULL,
    type text NOT NULL,
    code text NOT NULL,
    description text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    CONSTRAINT reason_code_filled CHECK ((code <> ''::text)),
    CONSTRAINT reason_code_type CHECK ((type = ANY (ARRAY['DUMP'::text, 'INVENTORY'::text])))
);


--
-- Name: reason_code_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.reason_code ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reason_code_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: record_change; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.record_change (
    id bigint NOT NULL,
    kind text NOT NULL,
    key text NOT NULL,
    version integer NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    by text NOT NULL,
    action text NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    CONSTRAINT record_change_action CHECK ((action = ANY (ARRAY['CREATE'::text, 'EDIT'::text, 'DEACTIVATE'::text, 'ACTIVATE'::text]))),
    CONSTRAINT record_change_by_someone CHECK ((by <> ''::text)),
    CONSTRAINT record_change_counts CHECK ((version > 0)),
    CONSTRAINT record_change_kind CHECK ((kind = ANY (ARRAY['people'::text, 'growers'::text, 'nurseries'::text, 'varieties'::text, 'trimTypes'::text, 'seasons'::text, 'locations'::text, 'reasonCodes'::text])))
);


--
-- Name: record_change_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.record_change ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.record_change_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: request_number; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.request_number
    START WITH 50000001
    INCREMENT BY 1
    NO MINVALUE
    MAXVALUE 59999999
    CACHE 1;


--
-- Name: return_number; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.return_number
    START WITH 40000001
    INCREMENT BY 1
    NO MINVALUE
    MAXVALUE 49999999
    CACHE 1;


--
-- Name: stock_import; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.stock_import (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    by text NOT NULL,
    file_name text NOT NULL,
    rows integer NOT NULL,
    opened integer NOT NULL,
    adjusted integer NOT NULL,
    unchanged integer NOT NULL,
    refused integer NOT NULL,
    CONSTRAINT stock_import_adds_up CHECK ((rows = (((opened + adjusted) + unchanged) + refused))),
    CONSTRAINT stock_import_by_someone CHECK ((by <> ''::text))
);


--
-- Name: stock_import_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.stock_import ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.stock_import_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: transfer; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.transfer (
    number integer NOT NULL,
    reference_nbr text DEFAULT ''::text NOT NULL,
    carrier_name text DEFAULT ''::text NOT NULL,
    truck_id text DEFAULT ''::text NOT NULL,
    destination_location_id text DEFAULT ''::text NOT NULL,
    expected_ship_date date NOT NULL,
    expected_arrival_date date NOT NULL,
    ship_plant_temperature text DEFAULT ''::text NOT NULL,
    receipt_plant_temperature text DEFAULT ''::text NOT NULL,
    CONSTRAINT transfer_ships_before_it_arrives CHECK ((expected_ship_date <= expected_arrival_date))
);


--
-- Name: transfer_number; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.transfer_number
    START WITH 20000001
    INCREMENT BY 1
    NO MINVALUE
    MAXVALUE 29999999
    CACHE 1;


--
-- Name: trim_season; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.trim_season (
    id text NOT NULL,
    name text NOT NULL,
    commodity text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    CONSTRAINT trim_season_commodity CHECK ((commodity = ANY (ARRAY['BLACK'::text, 'BLUE'::text, 'RASP'::text, 'STRAW'::text])))
);


--
-- Name: trim_type; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.trim_type (
    id text NOT NULL,
    name text NOT NULL,
    active boolean DEFAULT true NOT NULL
);


--
-- Name: variety; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.variety (
    code text NOT NULL,
    id integer NOT NULL,
    description text NOT NULL,
    commodity text NOT NULL,
    botanical_name text DEFAULT ''::text NOT NULL,
    zone_pests text DEFAULT ''::text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    CONSTRAINT variety_commodity_known CHECK ((commodity = ANY (ARRAY['BLACK'::text, 'BLUE'::text, 'RASP'::text, 'STRAW'::text])))
);


--
-- Name: __drizzle_migrations id; Type: DEFAULT; Schema: drizzle; Owner: -
--

ALTER TABLE ONLY drizzle.__drizzle_migrations ALTER COLUMN id SET DEFAULT nextval('drizzle.__drizzle_migrations_id_seq'::regclass);


--
-- Data for Name: __drizzle_migrations; Type: TABLE DATA; Schema: drizzle; Owner: -
--

INSERT INTO drizzle.__drizzle_migrations VALUES (1, '795c9ca0870066e5c6847ef76e53436ff5c8121c6aea58adcbd2803d0a822dc5', 1795704158173);


--
-- Data for Name: adjustment_request; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.adjustment_request VALUES (50000001, 20000005);
INSERT INTO public.adjustment_request VALUES (50000002, 20000006);


--
-- Data for Name: balance; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.balance VALUES ('B000000012', 'opening', 'WAT', '', 0, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000012', 'stock', 'WAT', 'A-01', 0, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000001', 'opening', 'WAT', '', -100, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000002', 'opening', 'WAT', '', -100, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000003', 'opening', 'WAT', '', -100, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000004', 'opening', 'WAT', '', -100, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000005', 'opening', 'WAT', '', -100, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000006', 'opening', 'WAT', '', -100, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000007', 'opening', 'WAT', '', -100, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000008', 'opening', 'WAT', '', -100, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000009', 'opening', 'WAT', '', -100, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000010', 'opening', 'WAT', '', -100, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000011', 'opening', 'WAT', '', -55, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000011', 'stock', 'WAT', 'A-01', 5, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000011', 'stock', 'WAT', 'B-02', 50, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000013', 'opening', 'SAL', '', -100, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000013', 'stock', 'SAL', 'C-01', 100, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000014', 'opening', 'OXN', '', -100, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000014', 'stock', 'OXN', 'D-01', 100, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000015', 'opening', 'WAT', '', -100, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000015', 'stock', 'WAT', 'A-02', 100, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000016', 'opening', 'WAT', '', -100, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000016', 'stock', 'WAT', 'A-03', 100, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000017', 'opening', 'WAT', '', -40, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000018', 'grower-storage', 'WAT', 'G2', 40, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000018', 'opening', 'WAT', '', -40, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000001', 'stock', 'WAT', 'A-01', 100, 18, DEFAULT);
INSERT INTO public.balance VALUES ('B000000003', 'issued', 'Grower', 'G1', 30, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000006', 'stock', 'WAT', 'A-01', 80, 9, DEFAULT);
INSERT INTO public.balance VALUES ('B000000005', 'transit', '20000003', '', 10, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000006', 'transit', '20000003', '', 20, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000005', 'stock', 'WAT', 'A-01', 90, 10, DEFAULT);
INSERT INTO public.balance VALUES ('B000000010', 'stock', 'WAT', 'A-01', 97, 2, DEFAULT);
INSERT INTO public.balance VALUES ('B000000007', 'adjusted', 'WAT', '20000004', 0, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000007', 'transit', '20000004', '', 0, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000017', 'grower-storage', 'WAT', 'G1', 37, 2, DEFAULT);
INSERT INTO public.balance VALUES ('B000000002', 'stock', 'WAT', 'A-01', 100, 30, DEFAULT);
INSERT INTO public.balance VALUES ('B000000003', 'stock', 'WAT', 'A-01', 70, 10, DEFAULT);
INSERT INTO public.balance VALUES ('B000000007', 'adjusted', 'WAT', '20000005', 0, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000008', 'adjusted', 'WAT', '20000005', 0, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000007', 'stock', 'SAL', 'A-01', 17, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000008', 'transit', '20000005', '', 1, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000007', 'stock', 'WAT', 'A-01', 83, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000007', 'transit', '20000005', '', 0, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000004', 'stock', 'WAT', 'A-01', 90, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000008', 'stock', 'WAT', 'A-01', 80, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000008', 'adjusted', 'WAT', '20000006', 0, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000008', 'stock', 'SAL', 'A-01', 15, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000008', 'transit', '20000006', '', 0, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000008', 'adjusted', 'WAT', '', 4, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000009', 'stock', 'WAT', 'A-01', 60, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000009', 'issued', 'Grower', 'G1', 35, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000009', 'dumped', 'WAT', '', 5, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000010', 'dumped', 'WAT', '', 3, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000017', 'dumped', 'WAT', '', 3, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000011', 'adjusted', 'WAT', '', 0, 0, DEFAULT);
INSERT INTO public.balance VALUES ('B000000004', 'transit', '20000008', '', 10, 0, DEFAULT);


--
-- Data for Name: barcode; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.barcode OVERRIDING SYSTEM VALUE VALUES ('B000000001', 1, 'STRAW', 'S1', 'ALB', 'P-ALB', 'Trimmed', 'COMMERCIAL', 'A', 'EA', '0.125', '', 'TRIM', '', '', '');
INSERT INTO public.barcode OVERRIDING SYSTEM VALUE VALUES ('B000000002', 2, 'STRAW', 'S1', 'ALB', 'P-ALB', 'Trimmed', 'COMMERCIAL', 'A', 'EA', '0.125', '', 'TRIM', '', '', '');
INSERT INTO public.barcode OVERRIDING SYSTEM VALUE VALUES ('B000000003', 3, 'STRAW', 'S1', 'ALB', 'P-ALB', 'Trimmed', 'COMMERCIAL', 'A', 'EA', '0.125', '', 'TRIM', '', '', '');
INSERT INTO public.barcode OVERRIDING SYSTEM VALUE VALUES ('B000000004', 4, 'STRAW', 'S1', 'ALB', 'P-ALB', 'Trimmed', 'COMMERCIAL', 'A', 'EA', '0.125', '', 'TRIM', '', '', '');
INSERT INTO public.barcode OVERRIDING SYSTEM VALUE VALUES ('B000000005', 5, 'STRAW', 'S1', 'ALB', 'P-ALB', 'Trimmed', 'COMMERCIAL', 'A', 'EA', '0.125', '', 'TRIM', '', '', '');
INSERT INTO public.barcode OVERRIDING SYSTEM VALUE VALUES ('B000000006', 6, 'STRAW', 'S1', 'ALB', 'P-ALB', 'Trimmed', 'COMMERCIAL', 'A', 'EA', '0.125', '', 'TRIM', '', '', '');
INSERT INTO public.barcode OVERRIDING SYSTEM VALUE VALUES ('B000000007', 7, 'STRAW', 'S1', 'ALB', 'P-ALB', 'Trimmed', 'COMMERCIAL', 'A', 'EA', '0.125', '', 'TRIM', '', '', '');
INSERT INTO public.barcode OVERRIDING SYSTEM VALUE VALUES ('B000000008', 8, 'STRAW', 'S1', 'ALB', 'P-ALB', 'Trimmed', 'COMMERCIAL', 'A', 'EA', '0.125', '', 'TRIM', '', '', '');
INSERT INTO public.barcode OVERRIDING SYSTEM VALUE VALUES ('B000000009', 9, 'STRAW', 'S1', 'ALB', 'P-ALB', 'Trimmed', 'COMMERCIAL', 'A', 'EA', '0.125', '', 'TRIM', '', '', '');
INSERT INTO public.barcode OVERRIDING SYSTEM VALUE VALUES ('B000000010', 10, 'STRAW', 'S1', 'ALB', 'P-ALB', 'Trimmed', 'COMMERCIAL', 'A', 'EA', '0.125', '', 'TRIM', '', '', '');
INSERT INTO public.barcode OVERRIDING SYSTEM VALUE VALUES ('B000000011', 11, 'STRAW', 'S1', 'ALB', 'P-ALB', 'Trimmed', 'COMMERCIAL', 'A', 'EA', '0.125', '', 'TRIM', '', '', '');
INSERT INTO public.barcode OVERRIDING SYSTEM VALUE VALUES ('B000000012', 13, 'STRAW', 'S1', 'ALB', 'P-ALB', 'Trimmed', 'COMMERCIAL', 'A', 'EA', '0.125', '', 'TRIM', '', '', '');
INSERT INTO public.barcode OVERRIDING SYSTEM VALUE VALUES ('B000000013', 14, 'STRAW', 'S1', 'ALB', 'P-ALB', 'Trimmed', 'COMMERCIAL', 'A', 'EA', '0.125', '', 'TRIM', '', '', '');
INSERT INTO public.barcode OVERRIDING SYSTEM VALUE VALUES ('B000000014', 15, 'STRAW', 'S1', 'ALB', 'P-ALB', 'Trimmed', 'COMMERCIAL', 'A', 'EA', '0.125', '', 'TRIM', '', '', '');
INSERT INTO public.barcode OVERRIDING SYSTEM VALUE VALUES ('B000000015', 16, 'STRAW', 'S1', 'MON', 'P-ALB', 'Bare root', 'FOUNDATION', 'A', 'EA', '0.125', '', 'TRIM', '', '', '');
INSERT INTO public.barcode OVERRIDING SYSTEM VALUE VALUES ('B000000016', 17, 'BLUE', 'B1', 'DUK', 'P-ALB', 'Trimmed', 'COMMERCIAL', 'A', 'EA', '0.125', '', 'TRIM', '', '', '');
INSERT INTO public.barcode OVERRIDING SYSTEM VALUE VALUES ('B000000017', 18, 'STRAW', 'S1', 'ALB', 'P-ALB', 'Trimmed', 'COMMERCIAL', 'A', 'EA', '0.125', '', 'TRIM', '', '', '');
INSERT INTO public.barcode OVERRIDING SYSTEM VALUE VALUES ('B000000018', 19, 'STRAW', 'S1', 'ALB', 'P-ALB', 'Trimmed', 'COMMERCIAL', 'A', 'EA', '0.125', '', 'TRIM', '', '', '');


--
-- Data for Name: change; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (1, '742', '2026-11-26 14:59:11.743264+00', 'ada.admin', 'issuance', 'INVENTORY', '10000001', 'S1', '{WAT}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (2, '745', '2026-11-26 14:59:11.929586+00', 'ada.admin', 'issuance', 'INVENTORY', '10000002', 'S1', '{WAT}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (3, '748', '2026-11-26 14:59:11.997404+00', 'ada.admin', 'issuance', 'INVENTORY', '10000002', 'S1', '{WAT}', 'order', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (4, '751', '2026-11-26 14:59:12.028394+00', 'ada.admin', 'issuance', 'INVENTORY', '10000003', 'S1', '{WAT}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (5, '753', '2026-11-26 14:59:12.059873+00', 'ada.admin', 'issuance', 'INVENTORY', '10000003', 'S1', '{WAT}', 'order', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (6, '756', '2026-11-26 14:59:12.068396+00', 'ada.admin', 'issuance', 'INVENTORY', '10000003', 'S1', '{WAT}', 'order', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (7, '760', '2026-11-26 14:59:12.318798+00', 'ada.admin', 'issuance', 'INVENTORY', '10000003', 'S1', '{WAT}', 'pick', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (8, '762', '2026-11-26 14:59:12.375249+00', 'ada.admin', 'issuance', 'INVENTORY', '10000004', 'S1', '{WAT}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (9, '765', '2026-11-26 14:59:12.529718+00', 'ada.admin', 'issuance', 'INVENTORY', '10000004', 'S1', '{WAT}', 'order', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (10, '768', '2026-11-26 14:59:12.60024+00', 'ada.admin', 'issuance', 'INVENTORY', '10000004', 'S1', '{WAT}', 'pick', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (11, '770', '2026-11-26 14:59:12.616293+00', 'ada.admin', 'issuance', 'INVENTORY', '10000004', 'S1', '{WAT}', 'ship', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (12, '773', '2026-11-26 14:59:12.647251+00', 'ada.admin', 'issuance', 'INVENTORY', '10000005', 'S1', '{WAT}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (13, '776', '2026-11-26 14:59:12.74293+00', 'ada.admin', 'issuance', 'INVENTORY', '10000005', 'S1', '{WAT}', 'order', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (14, '779', '2026-11-26 14:59:12.945495+00', 'ada.admin', 'issuance', 'INVENTORY', '10000005', 'S1', '{WAT}', 'cancel', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (15, '782', '2026-11-26 14:59:13.06551+00', 'ada.admin', 'transfer', 'INVENTORY', '20000001', 'S1', '{WAT,SAL}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (16, '785', '2026-11-26 14:59:13.265491+00', 'ada.admin', 'transfer', 'INVENTORY', '20000002', 'S1', '{WAT,SAL}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (17, '788', '2026-11-26 14:59:13.403116+00', 'ada.admin', 'transfer', 'INVENTORY', '20000002', 'S1', '{WAT,SAL}', 'order', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (18, '791', '2026-11-26 14:59:13.441031+00', 'ada.admin', 'transfer', 'INVENTORY', '20000002', 'S1', '{WAT,SAL}', 'order', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (19, '794', '2026-11-26 14:59:13.555023+00', 'ada.admin', 'transfer', 'INVENTORY', '20000002', 'S1', '{WAT,SAL}', 'pick', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (20, '796', '2026-11-26 14:59:13.568217+00', 'ada.admin', 'transfer', 'INVENTORY', '20000003', 'S1', '{WAT,SAL}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (21, '798', '2026-11-26 14:59:13.573251+00', 'ada.admin', 'transfer', 'INVENTORY', '20000003', 'S1', '{WAT,SAL}', 'order', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (22, '800', '2026-11-26 14:59:13.58189+00', 'ada.admin', 'transfer', 'INVENTORY', '20000003', 'S1', '{WAT,SAL}', 'order', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (23, '804', '2026-11-26 14:59:13.695683+00', 'ada.admin', 'transfer', 'INVENTORY', '20000003', 'S1', '{WAT,SAL}', 'pick', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (24, '806', '2026-11-26 14:59:13.827433+00', 'ada.admin', 'transfer', 'INVENTORY', '20000003', 'S1', '{WAT,SAL}', 'pick', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (25, '808', '2026-11-26 14:59:13.986759+00', 'ada.admin', 'transfer', 'INVENTORY', '20000003', 'S1', '{WAT,SAL}', 'ship', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (26, '811', '2026-11-26 14:59:14.117273+00', 'ada.admin', 'transfer', 'INVENTORY', '20000003', 'S1', '{WAT,SAL}', 'receive', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (27, '814', '2026-11-26 14:59:14.129489+00', 'ada.admin', 'transfer', 'INVENTORY', '20000004', 'S1', '{WAT,SAL}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (28, '817', '2026-11-26 14:59:14.149501+00', 'ada.admin', 'transfer', 'INVENTORY', '20000004', 'S1', '{WAT,SAL}', 'order', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (29, '820', '2026-11-26 14:59:14.457271+00', 'ada.admin', 'transfer', 'INVENTORY', '20000004', 'S1', '{WAT,SAL}', 'pick', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (30, '822', '2026-11-26 14:59:14.687233+00', 'ada.admin', 'transfer', 'INVENTORY', '20000004', 'S1', '{WAT,SAL}', 'ship', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (31, '825', '2026-11-26 14:59:15.031676+00', 'ada.admin', 'transfer', 'INVENTORY', '20000004', 'S1', '{WAT,SAL}', 'receive', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (32, '828', '2026-11-26 14:59:15.046275+00', 'ada.admin', 'transfer', 'INVENTORY', '20000004', 'S1', '{WAT,SAL}', 'complete', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (33, '831', '2026-11-26 14:59:15.062537+00', 'ada.admin', 'transfer', 'INVENTORY', '20000005', 'S1', '{WAT,SAL}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (34, '833', '2026-11-26 14:59:15.068745+00', 'ada.admin', 'transfer', 'INVENTORY', '20000005', 'S1', '{WAT,SAL}', 'order', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (35, '836', '2026-11-26 14:59:15.073187+00', 'ada.admin', 'transfer', 'INVENTORY', '20000005', 'S1', '{WAT,SAL}', 'order', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (36, '839', '2026-11-26 14:59:15.228172+00', 'ada.admin', 'transfer', 'INVENTORY', '20000005', 'S1', '{WAT,SAL}', 'pick', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (37, '841', '2026-11-26 14:59:15.354357+00', 'ada.admin', 'transfer', 'INVENTORY', '20000005', 'S1', '{WAT,SAL}', 'pick', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (38, '843', '2026-11-26 14:59:15.574795+00', 'ada.admin', 'transfer', 'INVENTORY', '20000005', 'S1', '{WAT,SAL}', 'ship', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (39, '846', '2026-11-26 14:59:15.898353+00', 'ada.admin', 'transfer', 'INVENTORY', '20000005', 'S1', '{WAT,SAL}', 'receive', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (40, '849', '2026-11-26 14:59:15.980197+00', 'ada.admin', 'transfer', 'INVENTORY', '20000005', 'S1', '{WAT,SAL}', 'receive', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (41, '852', '2026-11-26 14:59:16.000798+00', 'ada.admin', 'transfer', 'INVENTORY', '20000005', 'S1', '{WAT,SAL}', 'complete', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (42, '852', '2026-11-26 14:59:16.000798+00', 'ada.admin', 'request', 'INVENTORY', '50000001', 'S1', '{WAT}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (43, '855', '2026-11-26 14:59:16.103769+00', 'ada.admin', 'request', 'INVENTORY', '50000001', 'S1', '{WAT}', 'accept', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (44, '858', '2026-11-26 14:59:16.277268+00', 'ada.admin', 'transfer', 'INVENTORY', '20000006', 'S1', '{WAT,SAL}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (45, '861', '2026-11-26 14:59:16.308231+00', 'ada.admin', 'transfer', 'INVENTORY', '20000006', 'S1', '{WAT,SAL}', 'order', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (46, '864', '2026-11-26 14:59:16.493921+00', 'ada.admin', 'transfer', 'INVENTORY', '20000006', 'S1', '{WAT,SAL}', 'pick', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (47, '866', '2026-11-26 14:59:16.757334+00', 'ada.admin', 'transfer', 'INVENTORY', '20000006', 'S1', '{WAT,SAL}', 'ship', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (48, '869', '2026-11-26 14:59:16.995476+00', 'ada.admin', 'transfer', 'INVENTORY', '20000006', 'S1', '{WAT,SAL}', 'receive', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (49, '872', '2026-11-26 14:59:17.191294+00', 'ada.admin', 'transfer', 'INVENTORY', '20000006', 'S1', '{WAT,SAL}', 'complete', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (50, '872', '2026-11-26 14:59:17.191294+00', 'ada.admin', 'request', 'INVENTORY', '50000002', 'S1', '{WAT}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (51, '875', '2026-11-26 14:59:17.788351+00', 'ada.admin', 'request', 'INVENTORY', '50000002', 'S1', '{WAT}', 'reject', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (52, '878', '2026-11-26 14:59:18.001363+00', 'ada.admin', 'transfer', 'INVENTORY', '20000007', 'S1', '{WAT,SAL}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (53, '881', '2026-11-26 14:59:18.368802+00', 'ada.admin', 'transfer', 'INVENTORY', '20000007', 'S1', '{WAT,SAL}', 'cancel', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (54, '883', '2026-11-26 14:59:18.485629+00', 'ada.admin', 'issuance', 'INVENTORY', '10000006', 'S1', '{WAT}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (55, '886', '2026-11-26 14:59:18.693474+00', 'ada.admin', 'issuance', 'INVENTORY', '10000006', 'S1', '{WAT}', 'order', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (56, '889', '2026-11-26 14:59:18.907254+00', 'ada.admin', 'issuance', 'INVENTORY', '10000006', 'S1', '{WAT}', 'pick', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (57, '891', '2026-11-26 14:59:19.032714+00', 'ada.admin', 'issuance', 'INVENTORY', '10000006', 'S1', '{WAT}', 'ship', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (58, '894', '2026-11-26 14:59:19.183634+00', 'ada.admin', 'return', 'INVENTORY', '40000001', 'S1', '{WAT}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (59, '897', '2026-11-26 14:59:19.341177+00', 'ada.admin', 'return', 'INVENTORY', '40000001', 'S1', '{WAT}', 'save', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (60, '900', '2026-11-26 14:59:19.496655+00', 'ada.admin', 'return', 'INVENTORY', '40000002', 'S1', '{WAT}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (61, '903', '2026-11-26 14:59:19.865999+00', 'ada.admin', 'return', 'INVENTORY', '40000002', 'S1', '{WAT}', 'save', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (62, '906', '2026-11-26 14:59:20.46795+00', 'ada.admin', 'return', 'INVENTORY', '40000002', 'S1', '{WAT}', 'post', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (63, '909', '2026-11-26 14:59:20.778465+00', 'ada.admin', 'dump', 'INVENTORY', '30000001', 'S1', '{WAT}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (64, '912', '2026-11-26 14:59:20.88276+00', 'ada.admin', 'dump', 'INVENTORY', '30000001', 'S1', '{WAT}', 'save', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (65, '915', '2026-11-26 14:59:21.138401+00', 'ada.admin', 'dump', 'INVENTORY', '30000002', 'S1', '{WAT}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (66, '918', '2026-11-26 14:59:21.525187+00', 'ada.admin', 'dump', 'INVENTORY', '30000002', 'S1', '{WAT}', 'save', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (67, '921', '2026-11-26 14:59:22.132928+00', 'ada.admin', 'dump', 'INVENTORY', '30000002', 'S1', '{WAT}', 'dump', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (68, '924', '2026-11-26 14:59:22.496677+00', 'ada.admin', 'dump', 'INVENTORY', '30000002', 'S1', '{WAT}', 'complete', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (69, '927', '2026-11-26 14:59:22.585521+00', 'ada.admin', 'dump', 'INVENTORY', '30000003', 'S1', '{WAT}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (70, '930', '2026-11-26 14:59:22.649001+00', 'ada.admin', 'dump', 'INVENTORY', '30000003', 'S1', '{WAT}', 'save', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (71, '933', '2026-11-26 14:59:23.015075+00', 'ada.admin', 'dump', 'INVENTORY', '30000003', 'S1', '{WAT}', 'cancel', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (72, '936', '2026-11-26 14:59:23.315024+00', 'ada.admin', 'dump', 'GROWERSTORAGE', '30000004', 'S1', '{WAT}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (73, '939', '2026-11-26 14:59:23.482815+00', 'ada.admin', 'dump', 'GROWERSTORAGE', '30000004', 'S1', '{WAT}', 'save', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (74, '942', '2026-11-26 14:59:23.562982+00', 'ada.admin', 'dump', 'GROWERSTORAGE', '30000005', 'S1', '{WAT}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (75, '945', '2026-11-26 14:59:23.736187+00', 'ada.admin', 'dump', 'GROWERSTORAGE', '30000005', 'S1', '{WAT}', 'save', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (76, '948', '2026-11-26 14:59:24.001669+00', 'ada.admin', 'dump', 'GROWERSTORAGE', '30000005', 'S1', '{WAT}', 'dump', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (77, '951', '2026-11-26 14:59:24.167221+00', 'ada.admin', 'dump', 'GROWERSTORAGE', '30000005', 'S1', '{WAT}', 'complete', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (78, '954', '2026-11-26 14:59:24.245655+00', 'ada.admin', 'dump', 'GROWERSTORAGE', '30000006', 'S1', '{WAT}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (79, '957', '2026-11-26 14:59:24.298963+00', 'ada.admin', 'dump', 'GROWERSTORAGE', '30000006', 'S1', '{WAT}', 'save', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (80, '960', '2026-11-26 14:59:24.434735+00', 'ada.admin', 'dump', 'GROWERSTORAGE', '30000006', 'S1', '{WAT}', 'cancel', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (81, '963', '2026-11-26 14:59:24.654371+00', 'ada.admin', 'count', 'INVENTORY', '60000001', 'S1', '{WAT}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (82, '966', '2026-11-26 14:59:25.199289+00', 'ada.admin', 'count', 'INVENTORY', '60000001', 'S1', '{WAT}', 'count', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (83, '970', '2026-11-26 14:59:25.542642+00', 'ada.admin', 'count', 'INVENTORY', '60000002', 'S1', '{WAT}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (84, '973', '2026-11-26 14:59:25.9228+00', 'ada.admin', 'count', 'INVENTORY', '60000002', 'S1', '{WAT}', 'count', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (85, '976', '2026-11-26 14:59:25.975474+00', 'ada.admin', 'count', 'INVENTORY', '60000002', 'S1', '{WAT}', 'close', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (86, '987', '2026-11-26 14:59:26.968152+00', 'pia.picker', 'issuance', 'INVENTORY', '10000007', 'S1', '{WAT}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (87, '990', '2026-11-26 14:59:26.99478+00', 'pia.picker', 'issuance', 'INVENTORY', '10000007', 'S1', '{WAT}', 'order', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (88, '992', '2026-11-26 14:59:27.000267+00', 'pia.picker', 'issuance', 'INVENTORY', '10000007', 'S1', '{WAT}', 'order', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (89, '995', '2026-11-26 14:59:27.004345+00', 'ada.admin', 'transfer', 'INVENTORY', '20000008', 'S1', '{WAT,SAL}', 'create', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (90, '997', '2026-11-26 14:59:27.010621+00', 'ada.admin', 'transfer', 'INVENTORY', '20000008', 'S1', '{WAT,SAL}', 'order', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (91, '1001', '2026-11-26 14:59:27.095072+00', 'ada.admin', 'transfer', 'INVENTORY', '20000008', 'S1', '{WAT,SAL}', 'pick', '');
INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES (92, '1002', '2026-11-26 14:59:27.125871+00', 'ada.admin', 'transfer', 'INVENTORY', '20000008', 'S1', '{WAT,SAL}', 'ship', '');


--
-- Data for Name: count; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.count VALUES (60000001, 'SHELF', 'A-02', 'YES', 'UNSOLD', '', '');
INSERT INTO public.count VALUES (60000002, 'SHELF', 'B-02', 'YES', 'UNSOLD', '', '');


--
-- Data for Name: device_profile; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: document; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.document VALUES (10000001, '5d5b8ff4-4860-40c8-aaa0-92b10dcb11a6', 1, 'issuance', 'INVENTORY', 'OPEN', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:11.743264+00', 'ada.admin', '2026-11-26 14:59:11.743264+00', NULL, NULL, NULL);
INSERT INTO public.document VALUES (10000002, 'beb21725-5b99-41cf-a3f6-204425c30f44', 2, 'issuance', 'INVENTORY', 'RESERVED', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:11.929586+00', 'ada.admin', '2026-11-26 14:59:11.997404+00', NULL, NULL, NULL);
INSERT INTO public.document VALUES (10000003, 'e8e59173-2c9f-4f0a-a865-7c8f3fd2810f', 4, 'issuance', 'INVENTORY', 'RESERVED', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:12.028394+00', 'ada.admin', '2026-11-26 14:59:12.318798+00', NULL, 'ada.admin', '2026-11-26 14:59:12.318798+00');
INSERT INTO public.document VALUES (40000002, '1fbfd1d8-59fd-49f3-ba1f-e5f3d56c23c8', 3, 'return', 'INVENTORY', 'POSTED', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:19.496655+00', 'ada.admin', '2026-11-26 14:59:20.46795+00', NULL, NULL, NULL);
INSERT INTO public.document VALUES (10000004, 'f1a7ab27-66e9-4e34-babc-b324803dc18e', 4, 'issuance', 'INVENTORY', 'SHIPPED', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:12.375249+00', 'ada.admin', '2026-11-26 14:59:12.616293+00', NULL, NULL, NULL);
INSERT INTO public.document VALUES (10000005, 'ffe7f7d5-1b1d-48f8-a3ef-83715723ede0', 3, 'issuance', 'INVENTORY', 'CANCELLED', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:12.647251+00', 'ada.admin', '2026-11-26 14:59:12.945495+00', NULL, NULL, NULL);
INSERT INTO public.document VALUES (20000001, 'be339e0d-0887-43a2-bc67-e9740f2d185a', 1, 'transfer', 'INVENTORY', 'OPEN', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:13.06551+00', 'ada.admin', '2026-11-26 14:59:13.06551+00', NULL, NULL, NULL);
INSERT INTO public.document VALUES (30000006, 'd002b2d4-dc8a-46f9-8aab-54b8129c6f5f', 3, 'dump', 'GROWERSTORAGE', 'CANCELLED', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:24.245655+00', 'ada.admin', '2026-11-26 14:59:24.434735+00', NULL, NULL, NULL);
INSERT INTO public.document VALUES (20000002, '9297e2fa-3ccc-409f-a93d-e22a59f6dcf6', 4, 'transfer', 'INVENTORY', 'RESERVED', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:13.265491+00', 'ada.admin', '2026-11-26 14:59:13.555023+00', NULL, 'ada.admin', '2026-11-26 14:59:13.555023+00');
INSERT INTO public.document VALUES (20000005, '24dfbfe1-7372-4ab9-911a-933a8b2cc294', 9, 'transfer', 'INVENTORY', 'RECEIVED', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:15.062537+00', 'ada.admin', '2026-11-26 14:59:16.000798+00', NULL, NULL, NULL);
INSERT INTO public.document VALUES (50000001, '1dad1f2e-a069-43cd-95a4-1a6ec6d47e36', 2, 'request', 'INVENTORY', 'OPEN', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:16.000798+00', 'ada.admin', '2026-11-26 14:59:16.103769+00', NULL, NULL, NULL);
INSERT INTO public.document VALUES (20000003, '285512a2-48a1-48d5-a80a-157f74f1303d', 7, 'transfer', 'INVENTORY', 'SHIPPED', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:13.568217+00', 'ada.admin', '2026-11-26 14:59:14.117273+00', NULL, 'ada.admin', '2026-11-26 14:59:14.117273+00');
INSERT INTO public.document VALUES (30000001, '9d22c3e1-9e0a-48bf-a20c-d947fac09917', 2, 'dump', 'INVENTORY', 'OPEN', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:20.778465+00', 'ada.admin', '2026-11-26 14:59:20.88276+00', NULL, 'ada.admin', '2026-11-26 14:59:20.88276+00');
INSERT INTO public.document VALUES (20000004, '209db273-1134-4886-841a-89e0fc90982f', 6, 'transfer', 'INVENTORY', 'RECEIVED', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:14.129489+00', 'ada.admin', '2026-11-26 14:59:15.046275+00', NULL, NULL, NULL);
INSERT INTO public.document VALUES (60000001, 'd66d7aa3-7b0e-4f96-bf9d-c966420e9811', 2, 'count', 'INVENTORY', 'OPEN', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:24.654371+00', 'ada.admin', '2026-11-26 14:59:25.199289+00', NULL, 'ada.admin', '2026-11-26 14:59:25.199289+00');
INSERT INTO public.document VALUES (30000002, '9dbca3fc-2b48-45d1-83a1-3c2e29a9a499', 4, 'dump', 'INVENTORY', 'DUMPED', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:21.138401+00', 'ada.admin', '2026-11-26 14:59:22.496677+00', NULL, NULL, NULL);
INSERT INTO public.document VALUES (20000006, 'c7a3b9b9-f964-4ca0-ae4d-cf0d096f087b', 6, 'transfer', 'INVENTORY', 'RECEIVED', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:16.277268+00', 'ada.admin', '2026-11-26 14:59:17.191294+00', NULL, NULL, NULL);
INSERT INTO public.document VALUES (50000002, '6ff52f4a-b2bc-40a7-a4e8-be2cad387d69', 2, 'request', 'INVENTORY', 'CLOSED', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:17.191294+00', 'ada.admin', '2026-11-26 14:59:17.788351+00', NULL, NULL, NULL);
INSERT INTO public.document VALUES (20000007, 'd122df80-6f0e-40ef-917b-00067f253b43', 2, 'transfer', 'INVENTORY', 'CANCELLED', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:18.001363+00', 'ada.admin', '2026-11-26 14:59:18.368802+00', NULL, NULL, NULL);
INSERT INTO public.document VALUES (10000006, '93f44a3c-f36b-4b17-a731-b54c9dff69eb', 4, 'issuance', 'INVENTORY', 'SHIPPED', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:18.485629+00', 'ada.admin', '2026-11-26 14:59:19.032714+00', NULL, NULL, NULL);
INSERT INTO public.document VALUES (40000001, '2423148f-3f19-456e-bba3-7e1dab7decc6', 2, 'return', 'INVENTORY', 'OPEN', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:19.183634+00', 'ada.admin', '2026-11-26 14:59:19.341177+00', NULL, 'ada.admin', '2026-11-26 14:59:19.341177+00');
INSERT INTO public.document VALUES (30000003, '03c29404-ebc6-4b90-b481-dd113bcd63e7', 3, 'dump', 'INVENTORY', 'CANCELLED', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:22.585521+00', 'ada.admin', '2026-11-26 14:59:23.015075+00', NULL, NULL, NULL);
INSERT INTO public.document VALUES (30000004, '7038dadb-21ca-4556-bc91-9444dd3d1d04', 2, 'dump', 'GROWERSTORAGE', 'OPEN', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:23.315024+00', 'ada.admin', '2026-11-26 14:59:23.482815+00', NULL, 'ada.admin', '2026-11-26 14:59:23.482815+00');
INSERT INTO public.document VALUES (60000002, '1667f557-8f87-4f50-94dd-fb2c0e111d3a', 3, 'count', 'INVENTORY', 'CLOSED', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:25.542642+00', 'ada.admin', '2026-11-26 14:59:25.975474+00', NULL, NULL, NULL);
INSERT INTO public.document VALUES (30000005, 'ea624614-920a-4ac9-bc18-7131fef1ac49', 4, 'dump', 'GROWERSTORAGE', 'DUMPED', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:23.562982+00', 'ada.admin', '2026-11-26 14:59:24.167221+00', NULL, NULL, NULL);
INSERT INTO public.document VALUES (10000007, 'de59c46c-2355-41de-80fb-23bd282ed08a', 3, 'issuance', 'INVENTORY', 'RESERVED', 'WAT', 'S1', 'pia.picker', '2026-11-26 14:59:26.968152+00', 'pia.picker', '2026-11-26 14:59:27.000267+00', NULL, NULL, NULL);
INSERT INTO public.document VALUES (20000008, '90e9852c-7ae4-495b-8e68-b740dad4c293', 4, 'transfer', 'INVENTORY', 'SHIPPED', 'WAT', 'S1', 'ada.admin', '2026-11-26 14:59:27.004345+00', 'ada.admin', '2026-11-26 14:59:27.125871+00', NULL, NULL, NULL);


--
-- Data for Name: document_line; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (1, 10000002, 'B000000001', 'RESERVED', 10, NULL, NULL, 10, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:11.997404+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (3, 10000003, 'B000000002', 'RESERVED', 20, NULL, NULL, 20, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:12.068396+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (2, 10000003, 'B000000001', 'PICKED', 10, 8, NULL, 8, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:12.318798+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (24, 30000005, 'B000000017', 'DUMPED', 3, NULL, NULL, 0, 'grower-storage', 'WAT', 'G1', 'DISEASE', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:24.167221+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (4, 10000004, 'B000000003', 'SHIPPED', 30, 30, NULL, 0, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:12.616293+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (5, 10000005, 'B000000004', 'CANCELLED', 5, NULL, NULL, 0, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:12.945495+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (6, 20000002, 'B000000005', 'RESERVED', 10, NULL, NULL, 10, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:13.403116+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (7, 20000002, 'B000000006', 'PICKED', 10, 9, NULL, 9, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:13.555023+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (25, 30000006, 'B000000017', 'CANCELLED', 1, NULL, NULL, 0, 'grower-storage', 'WAT', 'G1', 'DISEASE', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:24.434735+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (26, 60000001, 'B000000015', 'COUNTED', 100, 99, NULL, 0, 'stock', 'WAT', 'A-02', 'UNSOLD', false, 'ada.admin', 35, 'ada.admin', '2026-11-26 14:59:25.199289+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (9, 20000003, 'B000000006', 'SHIPPED', 20, 20, NULL, 0, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:13.986759+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (8, 20000003, 'B000000005', 'RECEIVED', 10, 10, 10, 0, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:14.117273+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (27, 60000002, 'B000000011', 'CLOSED', 50, 50, NULL, 0, 'stock', 'WAT', 'B-02', 'UNSOLD', false, 'ada.admin', 35, 'ada.admin', '2026-11-26 14:59:25.975474+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (28, 10000007, 'B000000002', 'RESERVED', 10, NULL, NULL, 10, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'pia.picker', '2026-11-26 14:59:26.99478+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (10, 20000004, 'B000000007', 'RECEIVED', 10, 10, 10, 0, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:15.046275+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (29, 10000007, 'B000000003', 'RESERVED', 10, NULL, NULL, 10, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'pia.picker', '2026-11-26 14:59:27.000267+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (30, 20000008, 'B000000004', 'SHIPPED', 10, 10, NULL, 0, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:27.125871+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (11, 20000005, 'B000000007', 'RECEIVED', 10, 10, 7, 0, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:16.000798+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (12, 20000005, 'B000000008', 'RECEIVED', 10, 10, 9, 0, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:16.000798+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (14, 50000001, 'B000000008', 'OPEN', 10, 10, 9, 0, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:16.000798+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (13, 50000001, 'B000000007', 'ACCEPT', 10, 10, 7, 0, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:16.103769+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (15, 20000006, 'B000000008', 'RECEIVED', 10, 10, 6, 0, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:17.191294+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (16, 50000002, 'B000000008', 'REJECT', 10, 10, 6, 0, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:17.788351+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (17, 10000006, 'B000000009', 'SHIPPED', 40, 40, NULL, 0, 'stock', 'WAT', 'A-01', '', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:19.032714+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (18, 40000001, 'B000000009', 'OPEN', 3, NULL, NULL, 0, 'issued', 'Grower', 'G1', 'UNSOLD', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:19.341177+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (19, 40000002, 'B000000009', 'POSTED', 5, NULL, NULL, 0, 'issued', 'Grower', 'G1', 'DISEASE', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:20.46795+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (20, 30000001, 'B000000010', 'OPEN', 2, NULL, NULL, 2, 'stock', 'WAT', 'A-01', 'DISEASE', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:20.88276+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (21, 30000002, 'B000000010', 'DUMPED', 3, NULL, NULL, 0, 'stock', 'WAT', 'A-01', 'DISEASE', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:22.496677+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (22, 30000003, 'B000000010', 'CANCELLED', 1, NULL, NULL, 0, 'stock', 'WAT', 'A-01', 'DISEASE', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:23.015075+00', NULL);
INSERT INTO public.document_line OVERRIDING SYSTEM VALUE VALUES (23, 30000004, 'B000000017', 'OPEN', 2, NULL, NULL, 2, 'grower-storage', 'WAT', 'G1', 'DISEASE', false, NULL, NULL, 'ada.admin', '2026-11-26 14:59:23.482815+00', NULL);


--
-- Data for Name: document_owner; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (1, 10000003, 'ada.admin', '', '2026-11-26 14:59:12.318798+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (2, 10000004, 'ada.admin', '', '2026-11-26 14:59:12.60024+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (3, 20000002, 'ada.admin', '', '2026-11-26 14:59:13.555023+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (4, 20000003, 'ada.admin', '', '2026-11-26 14:59:13.695683+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (5, 20000003, 'ada.admin', '', '2026-11-26 14:59:14.117273+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (6, 20000004, 'ada.admin', '', '2026-11-26 14:59:14.457271+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (7, 20000004, 'ada.admin', '', '2026-11-26 14:59:15.031676+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (8, 20000005, 'ada.admin', '', '2026-11-26 14:59:15.228172+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (9, 20000005, 'ada.admin', '', '2026-11-26 14:59:15.898353+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (10, 20000006, 'ada.admin', '', '2026-11-26 14:59:16.493921+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (11, 20000006, 'ada.admin', '', '2026-11-26 14:59:16.995476+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (12, 10000006, 'ada.admin', '', '2026-11-26 14:59:18.907254+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (13, 40000001, 'ada.admin', '', '2026-11-26 14:59:19.341177+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (14, 40000002, 'ada.admin', '', '2026-11-26 14:59:19.865999+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (15, 30000001, 'ada.admin', '', '2026-11-26 14:59:20.88276+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (16, 30000002, 'ada.admin', '', '2026-11-26 14:59:21.525187+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (17, 30000003, 'ada.admin', '', '2026-11-26 14:59:22.649001+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (18, 30000004, 'ada.admin', '', '2026-11-26 14:59:23.482815+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (19, 30000005, 'ada.admin', '', '2026-11-26 14:59:23.736187+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (20, 30000006, 'ada.admin', '', '2026-11-26 14:59:24.298963+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (21, 60000001, 'ada.admin', '', '2026-11-26 14:59:25.199289+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (22, 60000002, 'ada.admin', '', '2026-11-26 14:59:25.9228+00');
INSERT INTO public.document_owner OVERRIDING SYSTEM VALUE VALUES (23, 20000008, 'ada.admin', '', '2026-11-26 14:59:27.095072+00');


--
-- Data for Name: dump; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.dump VALUES (30000001, 'M. Reyes', '2026-11-21', '');
INSERT INTO public.dump VALUES (30000002, 'M. Reyes', '2026-11-21', 'After the frost');
INSERT INTO public.dump VALUES (30000003, 'M. Reyes', '2026-11-21', '');
INSERT INTO public.dump VALUES (30000004, 'M. Reyes', '2026-11-21', '');
INSERT INTO public.dump VALUES (30000005, 'M. Reyes', '2026-11-21', 'After the frost');
INSERT INTO public.dump VALUES (30000006, 'M. Reyes', '2026-11-21', '');


--
-- Data for Name: grower; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.grower VALUES ('G1', 'Alder Farms', 'STRAW', 'WAT', '', 'Pajaro', 'V-1001', '', true);
INSERT INTO public.grower VALUES ('G2', 'Birch Ranch', 'STRAW', 'SAL', '', '', '', '', true);
INSERT INTO public.grower VALUES ('G3', 'Cedar Fields', 'BLUE', '', '', '', '', '', true);
INSERT INTO public.grower VALUES ('G9', 'Gone Growers', 'STRAW', '', '', '', '', '', false);


--
-- Data for Name: idempotency_key; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: identity_secret; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identity_secret VALUES ('provider-keys', '{"cookies": ["003c12b3bc18f30ad42a707173b5c35ba55d741995278d228238779bed3ea4e2"], "signing": {"d": "D10MfDHf8qWy0dZqyQvcJSJmlaBTN1hmROmDmUnZsL5H_i-e7D5M10Wwd8zdIHpdBeqweNHXZkSqZs8awof4n-7FE04GcnFt864tLEJ1nqiK57CJYDnNcjnpzV1Kk1EW8FkzGEazflvmsjvBDeixoyNLmMEnf5eWvYC08ZyjjYaA2rp_u5YRex3Xa34pGrg5DhLR5efYRlgZfXWXMpmmEEpbLKUS4QgsLeOw2PfvCMgz_YW3gzrKClkekWmBa9Gc2iYz4fV22du0aNctJpbL1bfJbEwgQtdRx5THF7VUfT-XSbnjA7PtFWl4nI_YbNISkcK-JpTgt6mebBe7zWSWiw", "e": "AQAB", "n": "pnnouwPvdUtBezAzj0S9aZuEqR7JQBZ5LlFNp4cSO5S36ntJ525_dNLOGJ68n36LFXf98pFC0U8k80Yjd_bSWK1p3qaS77hX3HNrT15Vnj7zJkZvSAp0eH3aZbOKf4RGdu4mVw7Ik1QOdAl6ssrMDP3Ssr_9xi9n8539Z0C7WIHUQp2mjBmk9f2TaLrnQFTJCurhmly09L9oqFmGYqh7vNLxavnt7a7slvlXGx2jjQipZYh-8gyLq_RGZ1CvTyRVN3wOkW6Y6VlW-tW9ykefabwHJyPHJfUPrk9uKdPH2UMN0aXNv8NU4CAo6nCIjTvofcoK0-2BaUTDtU4VhhjqLQ", "p": "4W1WoopTWi65dFX4T4DT4UZ2Hj7mDrVDOZa5ho9CELqoFN8O6f3agKsjpkU-9MxZmcmoNqzOvKLlzMQRQy5l5WVrK6ompkVuXkFV_zY5Fqw_F0Jf5foWsowLA70tWVynqxgU2P-7qEyhX4FzcacOqrgRrUDrEWVcQKOluUbfyXc", "q": "vQ3W4RkHCtX31Sum6Cj7fIipG8osWd5CLpDDs9OstX4DIAeX_X3a_MZ4_712q9gaCaU26rkpd17f5BMHqB6crINmLkJ1qW3rps5a_38dQMURAv5bUpoKxEKsUFSazCVPu1uoGxD2I4AX1vl3WBi-SwjmoCBohj4CQdsAAKkNUns", "dp": "lDhDFX5kDdDZCaAZM5UeO2oL8hkjRRpzyCLNe6coJj3ElGyRrtLF34InX4T6PxU5-L86BjEbgbaN6FQmkYipYOqNS9mFrh_K0Niexb6OTNUWaqGu0lTcpask9uFlNvOQHxQnaQLFDYTNOjGwiVLxdtiubr9XkEmYHbw8FBWAwUM", "dq": "ArSyAKLFEQii9XAcgXIkt1GVagpovBiMRfJYerhq3mYhUVIKgNxOSBPnI3Howuji5oRw1sczqru25KLJF0To5Sc0TTEyUex61PZbIxEEsCqh5bMSR4pg4RI7OSMc3BMkov_a1hhWDYgFz1Peu2oPPy-vbVdJZ7J3gc3KoDfLMwU", "qi": "KskWfPWUEgfIpQzjL8-aYEa4iEm-OoIYUsIVDIsgizQMxMsJOD35YlKD0gs1AoPMhXcbJ-Hw5bUimGDO1T0d9MddN7xXPnXoZPfOQuoeu2T6GFEEPXW9NCUu75FW7hkSCFsr2vraxx7nfTK7FIbQy74WzHrdXQuoXLan_0YJBv0", "alg": "RS256", "kid": "22474c25c7870d9a", "kty": "RSA", "use": "sig"}}', '2026-11-26 14:59:09.139876+00');


--
-- Data for Name: identity_state; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identity_state VALUES ('trimline:rank', 'sam.super', '{"rank": 2}', NULL, NULL, NULL, NULL);
INSERT INTO public.identity_state VALUES ('trimline:rank', 'ada.admin', '{"rank": 1}', NULL, NULL, NULL, NULL);
INSERT INTO public.identity_state VALUES ('Grant', 'bI3Y8nL9CFSbHOOReaOiZq_R6_g8MrIwBLs7VGwW4r7', '{"exp": 1796914751, "iat": 1795705151, "jti": "bI3Y8nL9CFSbHOOReaOiZq_R6_g8MrIwBLs7VGwW4r7", "kind": "Grant", "openid": {"scope": "openid profile email groups offline_access api"}, "clientId": "trimline-app", "accountId": "ada.admin", "resources": {"urn:trimline:api": "api"}}', NULL, NULL, NULL, '2026-12-10 14:59:11.588622+00');
INSERT INTO public.identity_state VALUES ('Session', '_0vlt8fYstie4kzm81CxMx3MfbKU4oUctqg1SvzMF8m', '{"exp": 1796914751, "iat": 1795705151, "jti": "_0vlt8fYstie4kzm81CxMx3MfbKU4oUctqg1SvzMF8m", "uid": "46uSH68IvxHYwGfc56UEAo0NsKktamupvIWmLuNtA72", "kind": "Session", "loginTs": 1795705151, "accountId": "ada.admin", "authorizations": {"trimline-app": {"sid": "i81B09UbIonlC3CwaIRcEUdGqzu4oXVKBIem0Epq1Wg", "grantId": "bI3Y8nL9CFSbHOOReaOiZq_R6_g8MrIwBLs7VGwW4r7"}}}', NULL, '46uSH68IvxHYwGfc56UEAo0NsKktamupvIWmLuNtA72', NULL, '2026-12-10 14:59:11.598472+00');
INSERT INTO public.identity_state VALUES ('AuthorizationCode', 'wdgpv4OcXmdfgNc4d6AeLlVir7RFCGqcJ5ZwmD4KdHz', '{"exp": 1795705211, "iat": 1795705151, "jti": "wdgpv4OcXmdfgNc4d6AeLlVir7RFCGqcJ5ZwmD4KdHz", "kind": "AuthorizationCode", "scope": "openid profile email groups api", "grantId": "bI3Y8nL9CFSbHOOReaOiZq_R6_g8MrIwBLs7VGwW4r7", "authTime": 1795705151, "clientId": "trimline-app", "consumed": 1795705151, "resource": "urn:trimline:api", "accountId": "ada.admin", "sessionUid": "46uSH68IvxHYwGfc56UEAo0NsKktamupvIWmLuNtA72", "redirectUri": "http://localhost:37145/implicit/callback", "codeChallenge": "TgzjAhsK57k03KtlYW0Xh-a1rfV8RMlUPXNL2R83c2M", "expiresWithSession": true, "codeChallengeMethod": "S256"}', 'bI3Y8nL9CFSbHOOReaOiZq_R6_g8MrIwBLs7VGwW4r7', NULL, NULL, '2026-11-26 15:00:11.596535+00');
INSERT INTO public.identity_state VALUES ('RefreshToken', 'PEvSdXEtQtLY5E2S1tLNkEB2Qq1nodsQ9e4ocoo0fjl', '{"exp": 1796914751, "gty": "authorization_code", "iat": 1795705151, "jti": "PEvSdXEtQtLY5E2S1tLNkEB2Qq1nodsQ9e4ocoo0fjl", "iiat": 1795705151, "kind": "RefreshToken", "scope": "openid profile email groups api", "grantId": "bI3Y8nL9CFSbHOOReaOiZq_R6_g8MrIwBLs7VGwW4r7", "authTime": 1795705151, "clientId": "trimline-app", "resource": "urn:trimline:api", "accountId": "ada.admin", "rotations": 0, "sessionUid": "46uSH68IvxHYwGfc56UEAo0NsKktamupvIWmLuNtA72", "expiresWithSession": true}', 'bI3Y8nL9CFSbHOOReaOiZq_R6_g8MrIwBLs7VGwW4r7', NULL, NULL, '2026-12-10 14:59:11.685405+00');
INSERT INTO public.identity_state VALUES ('Grant', 'csAG-RlaPZsZjbcoNQPIwA7jWLOfvZQiO29efF3F9Bm', '{"exp": 1796914766, "iat": 1795705166, "jti": "csAG-RlaPZsZjbcoNQPIwA7jWLOfvZQiO29efF3F9Bm", "kind": "Grant", "openid": {"scope": "openid profile email groups offline_access api"}, "clientId": "trimline-app", "accountId": "pia.picker", "resources": {"urn:trimline:api": "api"}}', NULL, NULL, NULL, '2026-12-10 14:59:26.21304+00');
INSERT INTO public.identity_state VALUES ('AuthorizationCode', 'dCCS3M0DZFHU-cad_QOUGQlbDOi0DMN36y6oEpZNIft', '{"exp": 1795705226, "iat": 1795705166, "jti": "dCCS3M0DZFHU-cad_QOUGQlbDOi0DMN36y6oEpZNIft", "kind": "AuthorizationCode", "scope": "openid profile email groups api", "grantId": "csAG-RlaPZsZjbcoNQPIwA7jWLOfvZQiO29efF3F9Bm", "authTime": 1795705166, "clientId": "trimline-app", "consumed": 1795705166, "resource": "urn:trimline:api", "accountId": "pia.picker", "sessionUid": "aAujMKPY9qKSMUKk215IfPgMe0wCUjAxdquTxNLdROT", "redirectUri": "http://localhost:37145/implicit/callback", "codeChallenge": "nXlIUolzUpMpEcfOTzVgruc2wshfS_HY0fQAzfGdfIY", "expiresWithSession": true, "codeChallengeMethod": "S256"}', 'csAG-RlaPZsZjbcoNQPIwA7jWLOfvZQiO29efF3F9Bm', NULL, NULL, '2026-11-26 15:00:26.242994+00');
INSERT INTO public.identity_state VALUES ('Session', 'Bagp5eZSoClIEAK4466UB0AKUQlacpyb_KPBHp7c8Zz', '{"exp": 1796914766, "iat": 1795705166, "jti": "Bagp5eZSoClIEAK4466UB0AKUQlacpyb_KPBHp7c8Zz", "uid": "aAujMKPY9qKSMUKk215IfPgMe0wCUjAxdquTxNLdROT", "kind": "Session", "loginTs": 1795705166, "accountId": "pia.picker", "authorizations": {"trimline-app": {"sid": "3x14Kb1XuQkXatAQcnlqZzEW1wAHzF6Dh3V4xa99FoU", "grantId": "csAG-RlaPZsZjbcoNQPIwA7jWLOfvZQiO29efF3F9Bm"}}}', NULL, 'aAujMKPY9qKSMUKk215IfPgMe0wCUjAxdquTxNLdROT', NULL, '2026-12-10 14:59:26.255236+00');
INSERT INTO public.identity_state VALUES ('RefreshToken', 'g-sNJlaCex_sVi95CLmr7HgRw3G_u6IZqALvC4MhBHS', '{"exp": 1796914766, "gty": "authorization_code", "iat": 1795705166, "jti": "g-sNJlaCex_sVi95CLmr7HgRw3G_u6IZqALvC4MhBHS", "iiat": 1795705166, "kind": "RefreshToken", "scope": "openid profile email groups api", "grantId": "csAG-RlaPZsZjbcoNQPIwA7jWLOfvZQiO29efF3F9Bm", "authTime": 1795705166, "clientId": "trimline-app", "resource": "urn:trimline:api", "accountId": "pia.picker", "rotations": 0, "sessionUid": "aAujMKPY9qKSMUKk215IfPgMe0wCUjAxdquTxNLdROT", "expiresWithSession": true}', 'csAG-RlaPZsZjbcoNQPIwA7jWLOfvZQiO29efF3F9Bm', NULL, NULL, '2026-12-10 14:59:26.911281+00');


--
-- Data for Name: issuance; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.issuance VALUES (10000001, 'Grower', '', 'G1', NULL, 'Call before delivery');
INSERT INTO public.issuance VALUES (10000002, 'Nursery', '', 'N1', NULL, '');
INSERT INTO public.issuance VALUES (10000003, 'Grower', '', 'G1', NULL, '');
INSERT INTO public.issuance VALUES (10000004, 'Grower', '', 'G1', NULL, '');
INSERT INTO public.issuance VALUES (10000005, 'Grower', '', 'G1', NULL, '');
INSERT INTO public.issuance VALUES (10000006, 'Grower', '', 'G1', NULL, '');
INSERT INTO public.issuance VALUES (10000007, 'Grower', '', 'G1', NULL, '');


--
-- Data for Name: label_template; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: label_template_use; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: ledger_mark; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.ledger_mark VALUES (1, 'a07be6d70d143b7e12eacbfcefd16e40', 'bd71a4e1f4862d7c', 0, '2026-11-26 14:59:09.646728+00');
INSERT INTO public.ledger_mark VALUES (2, '51d31f480b368ccd9530af22c7ca0990', 'bd71a4e1f4862d7c', 82, '2026-11-26 14:59:25.540549+00');


--
-- Data for Name: location; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.location VALUES ('WAT', 'Watsonville', 'America/Los_Angeles', '', '', '', true);
INSERT INTO public.location VALUES ('SAL', 'Salinas', 'America/Los_Angeles', '', '', '', true);
INSERT INTO public.location VALUES ('OXN', 'Oxnard', 'America/Los_Angeles', '', '', '', true);
INSERT INTO public.location VALUES ('OLD', 'Closed', 'America/Los_Angeles', '', '', '', false);


--
-- Data for Name: movement; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (1, '2026-11-26 14:59:10.450763+00', 'stocktaker', 'B000000001', 'opening', 'WAT', '', 'stock', 'WAT', 'A-01', 100, NULL, NULL, NULL, 'OPENING', NULL, 1, '\x35aa985137bc9ac07db267eedf0a2dc3164745f6f6b4eadbff02c6e04145ed98');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (2, '2026-11-26 14:59:10.450763+00', 'stocktaker', 'B000000002', 'opening', 'WAT', '', 'stock', 'WAT', 'A-01', 100, NULL, NULL, NULL, 'OPENING', NULL, 1, '\x2321927fd15657237945ed6197d3fe76d9022db70ae22c33b81cbcc6e19fe77b');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (3, '2026-11-26 14:59:10.450763+00', 'stocktaker', 'B000000003', 'opening', 'WAT', '', 'stock', 'WAT', 'A-01', 100, NULL, NULL, NULL, 'OPENING', NULL, 1, '\x01ca9f768c533b8da2f1428139a7b7653c490c8b96f92fbe6b53d2ce73d41da2');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (4, '2026-11-26 14:59:10.450763+00', 'stocktaker', 'B000000004', 'opening', 'WAT', '', 'stock', 'WAT', 'A-01', 100, NULL, NULL, NULL, 'OPENING', NULL, 1, '\x57bbc68742bd4cf14fa7f79ff95e4d6d63164efc28dc20c6d9b22c87f71a7a1c');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (5, '2026-11-26 14:59:10.450763+00', 'stocktaker', 'B000000005', 'opening', 'WAT', '', 'stock', 'WAT', 'A-01', 100, NULL, NULL, NULL, 'OPENING', NULL, 1, '\xfed6ac73dd403824b3a26b54a725271acf2d1ce1344a53b0c3bcb8bfa86ea621');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (6, '2026-11-26 14:59:10.450763+00', 'stocktaker', 'B000000006', 'opening', 'WAT', '', 'stock', 'WAT', 'A-01', 100, NULL, NULL, NULL, 'OPENING', NULL, 1, '\x1a6af723a1ffae7f3cd5b8cde593ef26d3cecc50454dcb488223ae91e4ffe0e3');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (7, '2026-11-26 14:59:10.450763+00', 'stocktaker', 'B000000007', 'opening', 'WAT', '', 'stock', 'WAT', 'A-01', 100, NULL, NULL, NULL, 'OPENING', NULL, 1, '\xd6148984524e3d5a910eeb934a28f74ec82e626e2ea7f8cf2c6b9f65cf5513ae');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (8, '2026-11-26 14:59:10.450763+00', 'stocktaker', 'B000000008', 'opening', 'WAT', '', 'stock', 'WAT', 'A-01', 100, NULL, NULL, NULL, 'OPENING', NULL, 1, '\xd3217525942a29671ecdd044c8c53952c4193587888aff1a43745c24aa9fd4d6');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (9, '2026-11-26 14:59:10.450763+00', 'stocktaker', 'B000000009', 'opening', 'WAT', '', 'stock', 'WAT', 'A-01', 100, NULL, NULL, NULL, 'OPENING', NULL, 1, '\x1af0dc6d0ef963f525244a2f7b14a04a1d0ed91d2ca87420bd1952714515a35a');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (10, '2026-11-26 14:59:10.450763+00', 'stocktaker', 'B000000010', 'opening', 'WAT', '', 'stock', 'WAT', 'A-01', 100, NULL, NULL, NULL, 'OPENING', NULL, 1, '\x4e021e998dd539a7d40c61483a9b9b86fb5e9991a84e5fb1d5bc6c90407da65a');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (11, '2026-11-26 14:59:10.450763+00', 'stocktaker', 'B000000011', 'opening', 'WAT', '', 'stock', 'WAT', 'A-01', 5, NULL, NULL, NULL, 'OPENING', NULL, 1, '\x08b08c063c51123cd9f2f06e9d0624e4248d3e8a734360272ef9c4b664fb35c2');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (12, '2026-11-26 14:59:10.450763+00', 'stocktaker', 'B000000011', 'opening', 'WAT', '', 'stock', 'WAT', 'B-02', 50, NULL, NULL, NULL, 'OPENING', NULL, 2, '\x08a717ad089face752ef79a155b23bda7f565ac3260b022082f81aa57488f7d6');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (13, '2026-11-26 14:59:10.450763+00', 'stocktaker', 'B000000013', 'opening', 'SAL', '', 'stock', 'SAL', 'C-01', 100, NULL, NULL, NULL, 'OPENING', NULL, 1, '\x9cc365ec0d1dd1603b01d65043307dbbb96d655661dbf3b1227c6ea95d1e839c');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (14, '2026-11-26 14:59:10.450763+00', 'stocktaker', 'B000000014', 'opening', 'OXN', '', 'stock', 'OXN', 'D-01', 100, NULL, NULL, NULL, 'OPENING', NULL, 1, '\x9c8bb2c569bbd5d01f5aa05e18b513470ea502cac02ee8ae2c0b721ed0635732');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (15, '2026-11-26 14:59:10.450763+00', 'stocktaker', 'B000000015', 'opening', 'WAT', '', 'stock', 'WAT', 'A-02', 100, NULL, NULL, NULL, 'OPENING', NULL, 1, '\xd910a7f749467bbaca7e109f70d2485ee9c378538464630a019a1595c5f7923b');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (16, '2026-11-26 14:59:10.450763+00', 'stocktaker', 'B000000016', 'opening', 'WAT', '', 'stock', 'WAT', 'A-03', 100, NULL, NULL, NULL, 'OPENING', NULL, 1, '\xc98940520d88041e37b6f4a3c6603749f31b50e9b50a417ee78fd3e3e29b87d6');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (17, '2026-11-26 14:59:10.450763+00', 'stocktaker', 'B000000017', 'opening', 'WAT', '', 'grower-storage', 'WAT', 'G1', 40, NULL, NULL, NULL, 'OPENING', NULL, 1, '\x2edbc3e5c2a086ddd474133d42d9f1b0ee83bcfba4e9876b95db2460cf2cb1c4');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (18, '2026-11-26 14:59:10.450763+00', 'stocktaker', 'B000000018', 'opening', 'WAT', '', 'grower-storage', 'WAT', 'G2', 40, NULL, NULL, NULL, 'OPENING', NULL, 1, '\xb70cb7df684eb75f10550e3fa25bc1a969a53c3b837717900a62074f85852363');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (19, '2026-11-26 14:59:12.616293+00', 'ada.admin', 'B000000003', 'stock', 'WAT', 'A-01', 'issued', 'Grower', 'G1', 30, 'issuance', 10000004, 4, '', NULL, 2, '\xf8b54ae10a0afda6d5473b71b75c6c5756d5971fcd412440435a80db504697d4');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (20, '2026-11-26 14:59:13.986759+00', 'ada.admin', 'B000000005', 'stock', 'WAT', 'A-01', 'transit', '20000003', '', 10, 'transfer', 20000003, 8, '', NULL, 2, '\x493befdbf2c97e80eb9cdec6dba0df3d296b359a80f008b0defbf8b5dda24ec5');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (21, '2026-11-26 14:59:13.986759+00', 'ada.admin', 'B000000006', 'stock', 'WAT', 'A-01', 'transit', '20000003', '', 20, 'transfer', 20000003, 9, '', NULL, 2, '\x485373f1f78ab0f4cfdb934400f9abcd4032346e0e2ad508ea3dd47bf9ed95ca');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (22, '2026-11-26 14:59:14.687233+00', 'ada.admin', 'B000000007', 'stock', 'WAT', 'A-01', 'transit', '20000004', '', 10, 'transfer', 20000004, 10, '', NULL, 2, '\xdad6e6cbea15a98b5a1a169501dc91d01a9135eef88c5ae6349bcf9cedaa9e6a');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (23, '2026-11-26 14:59:15.046275+00', 'ada.admin', 'B000000007', 'transit', '20000004', '', 'stock', 'SAL', 'A-01', 10, 'transfer', 20000004, 10, '', NULL, 3, '\x2d4ee341490f443cfcab814c4f8908bea403b0dffcedd20fae3eef3887c54864');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (24, '2026-11-26 14:59:15.574795+00', 'ada.admin', 'B000000007', 'stock', 'WAT', 'A-01', 'transit', '20000005', '', 10, 'transfer', 20000005, 11, '', NULL, 4, '\x6be5ff2b14ea5f9df3aa4e11a781d7fbad826d8242f1d0d692fff488103b0cc8');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (25, '2026-11-26 14:59:15.574795+00', 'ada.admin', 'B000000008', 'stock', 'WAT', 'A-01', 'transit', '20000005', '', 10, 'transfer', 20000005, 12, '', NULL, 2, '\xd7a2572fc4dd816f0949ec490d209bbd496faabe9954308c3165e5a2806d1557');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (26, '2026-11-26 14:59:16.000798+00', 'ada.admin', 'B000000007', 'transit', '20000005', '', 'stock', 'SAL', 'A-01', 7, 'transfer', 20000005, 11, '', NULL, 5, '\x93d62bdc6e184e5be940a8f6de2dfc8b1611a1ef876a0f0ed61bf8e7d1dbd5f3');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (27, '2026-11-26 14:59:16.000798+00', 'ada.admin', 'B000000008', 'transit', '20000005', '', 'stock', 'SAL', 'A-01', 9, 'transfer', 20000005, 12, '', NULL, 3, '\x4b451d9cf6fa73750d6dba0aa08f90393ddeb80abdd3bf89c704f0ae89ff560b');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (28, '2026-11-26 14:59:16.103769+00', 'ada.admin', 'B000000007', 'transit', '20000005', '', 'stock', 'WAT', 'A-01', 3, 'request', 50000001, 13, '', NULL, 6, '\x93c7f2a16d962836b7d0f0b02230ec11a03735a504a14a42f69b46c7b1676680');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (29, '2026-11-26 14:59:16.757334+00', 'ada.admin', 'B000000008', 'stock', 'WAT', 'A-01', 'transit', '20000006', '', 10, 'transfer', 20000006, 15, '', NULL, 4, '\xef55dca480e1768d82448a2232af282fd4014b80e025b59a04c41a18435bad78');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (30, '2026-11-26 14:59:17.191294+00', 'ada.admin', 'B000000008', 'transit', '20000006', '', 'stock', 'SAL', 'A-01', 6, 'transfer', 20000006, 15, '', NULL, 5, '\xae01158c3f6228c0196648102f22e7dc6777fb0cb163f99b46a2f3471181d3d9');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (31, '2026-11-26 14:59:17.788351+00', 'ada.admin', 'B000000008', 'transit', '20000006', '', 'adjusted', 'WAT', '', 4, 'request', 50000002, 16, '', NULL, 6, '\x6f1ede4a6dc766e2aa3f47f6afdec0dc5ccafcf47de34624365fdd2f21f1926d');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (32, '2026-11-26 14:59:19.032714+00', 'ada.admin', 'B000000009', 'stock', 'WAT', 'A-01', 'issued', 'Grower', 'G1', 40, 'issuance', 10000006, 17, '', NULL, 2, '\x9f32e76000d92486bdb4fe7e956e2cc57a752e8266220724a42acdb37ffbfa87');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (33, '2026-11-26 14:59:20.46795+00', 'ada.admin', 'B000000009', 'issued', 'Grower', 'G1', 'dumped', 'WAT', '', 5, 'return', 40000002, 19, 'DISEASE', NULL, 3, '\x38c06658dec6964b707fc8cfcc037d500735f0aa3324fa9c9281b30bc8e51dfb');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (34, '2026-11-26 14:59:22.132928+00', 'ada.admin', 'B000000010', 'stock', 'WAT', 'A-01', 'dumped', 'WAT', '', 3, 'dump', 30000002, 21, 'DISEASE', NULL, 2, '\xf7de98c2468bae3a78d016036aa682e1fc20145e262e9b22f04740d93f9d31fb');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (35, '2026-11-26 14:59:24.001669+00', 'ada.admin', 'B000000017', 'grower-storage', 'WAT', 'G1', 'dumped', 'WAT', '', 3, 'dump', 30000005, 24, 'DISEASE', NULL, 2, '\xd9524fd75b16c261ce678e48dfb8634c0a9a0c52e03ea36bd57f0243125694b9');
INSERT INTO public.movement OVERRIDING SYSTEM VALUE VALUES (36, '2026-11-26 14:59:27.125871+00', 'ada.admin', 'B000000004', 'stock', 'WAT', 'A-01', 'transit', '20000008', '', 10, 'transfer', 20000008, 30, '', NULL, 2, '\x736f80f022d468b4eb4a69f41e4531e38bb62ca6b3c6dec7a5cfc2eb1b35f19e');


--
-- Data for Name: movement_chain; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.movement_chain VALUES ('B000000001', 1, '\x35aa985137bc9ac07db267eedf0a2dc3164745f6f6b4eadbff02c6e04145ed98');
INSERT INTO public.movement_chain VALUES ('B000000002', 1, '\x2321927fd15657237945ed6197d3fe76d9022db70ae22c33b81cbcc6e19fe77b');
INSERT INTO public.movement_chain VALUES ('B000000011', 2, '\x08a717ad089face752ef79a155b23bda7f565ac3260b022082f81aa57488f7d6');
INSERT INTO public.movement_chain VALUES ('B000000013', 1, '\x9cc365ec0d1dd1603b01d65043307dbbb96d655661dbf3b1227c6ea95d1e839c');
INSERT INTO public.movement_chain VALUES ('B000000014', 1, '\x9c8bb2c569bbd5d01f5aa05e18b513470ea502cac02ee8ae2c0b721ed0635732');
INSERT INTO public.movement_chain VALUES ('B000000015', 1, '\xd910a7f749467bbaca7e109f70d2485ee9c378538464630a019a1595c5f7923b');
INSERT INTO public.movement_chain VALUES ('B000000016', 1, '\xc98940520d88041e37b6f4a3c6603749f31b50e9b50a417ee78fd3e3e29b87d6');
INSERT INTO public.movement_chain VALUES ('B000000018', 1, '\xb70cb7df684eb75f10550e3fa25bc1a969a53c3b837717900a62074f85852363');
INSERT INTO public.movement_chain VALUES ('B000000003', 2, '\xf8b54ae10a0afda6d5473b71b75c6c5756d5971fcd412440435a80db504697d4');
INSERT INTO public.movement_chain VALUES ('B000000005', 2, '\x493befdbf2c97e80eb9cdec6dba0df3d296b359a80f008b0defbf8b5dda24ec5');
INSERT INTO public.movement_chain VALUES ('B000000006', 2, '\x485373f1f78ab0f4cfdb934400f9abcd4032346e0e2ad508ea3dd47bf9ed95ca');
INSERT INTO public.movement_chain VALUES ('B000000007', 6, '\x93c7f2a16d962836b7d0f0b02230ec11a03735a504a14a42f69b46c7b1676680');
INSERT INTO public.movement_chain VALUES ('B000000008', 6, '\x6f1ede4a6dc766e2aa3f47f6afdec0dc5ccafcf47de34624365fdd2f21f1926d');
INSERT INTO public.movement_chain VALUES ('B000000009', 3, '\x38c06658dec6964b707fc8cfcc037d500735f0aa3324fa9c9281b30bc8e51dfb');
INSERT INTO public.movement_chain VALUES ('B000000010', 2, '\xf7de98c2468bae3a78d016036aa682e1fc20145e262e9b22f04740d93f9d31fb');
INSERT INTO public.movement_chain VALUES ('B000000017', 2, '\xd9524fd75b16c261ce678e48dfb8634c0a9a0c52e03ea36bd57f0243125694b9');
INSERT INTO public.movement_chain VALUES ('B000000004', 2, '\x736f80f022d468b4eb4a69f41e4531e38bb62ca6b3c6dec7a5cfc2eb1b35f19e');


--
-- Data for Name: nursery; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.nursery VALUES ('N1', 'Northern Nursery', true);


--
-- Data for Name: person; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.person VALUES ('sam.super', 'sam.super', 'super-admin', true);
INSERT INTO public.person VALUES ('ada.admin', 'ada.admin', 'admin', true);
INSERT INTO public.person VALUES ('lena.lead', 'lena.lead', 'lead', true);
INSERT INTO public.person VALUES ('pia.picker', 'pia.picker', 'picker', true);
INSERT INTO public.person VALUES ('ravi.receiver', 'ravi.receiver', 'receiver', true);
INSERT INTO public.person VALUES ('rhea.reader', 'rhea.reader', 'read-only', true);
INSERT INTO public.person VALUES ('nora.noaccess', 'nora.noaccess', 'no access', true);


--
-- Data for Name: person_key; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.person_key VALUES ('sam.super', 'ADJUSTINVENTORYKEY', true);
INSERT INTO public.person_key VALUES ('sam.super', 'TRANSFERLOGADMINKEY', true);
INSERT INTO public.person_key VALUES ('sam.super', 'ISSUANCEADMINKEY', true);
INSERT INTO public.person_key VALUES ('sam.super', 'GROWERISSUANCEADMINKEY', true);
INSERT INTO public.person_key VALUES ('sam.super', 'NURSERYISSUANCEADMINKEY', true);
INSERT INTO public.person_key VALUES ('sam.super', 'RETURNADMINKEY', true);
INSERT INTO public.person_key VALUES ('sam.super', 'GROWERRETURNADMINKEY', true);
INSERT INTO public.person_key VALUES ('sam.super', 'NURSERYRETURNADMINKEY', true);
INSERT INTO public.person_key VALUES ('sam.super', 'DUMPHOMEKEY', true);
INSERT INTO public.person_key VALUES ('sam.super', 'DUMPKEY', true);
INSERT INTO public.person_key VALUES ('sam.super', 'DUMPCREATEKEY', true);
INSERT INTO public.person_key VALUES ('sam.super', 'GROWERSTORAGEHOMEKEY', true);
INSERT INTO public.person_key VALUES ('sam.super', 'GROWERSTORAGEADJUSTINVENTORYKEY', true);
INSERT INTO public.person_key VALUES ('sam.super', 'GROWERSTORAGEISSUANCEKEY', true);
INSERT INTO public.person_key VALUES ('sam.super', 'GROWERSTORAGEDUMPKEY', true);
INSERT INTO public.person_key VALUES ('sam.super', 'GROWERSTORAGEDUMPLISTKEY', true);
INSERT INTO public.person_key VALUES ('sam.super', 'COUNTADMINKEY', true);
INSERT INTO public.person_key VALUES ('ada.admin', 'ADJUSTINVENTORYKEY', true);
INSERT INTO public.person_key VALUES ('ada.admin', 'TRANSFERLOGADMINKEY', true);
INSERT INTO public.person_key VALUES ('ada.admin', 'ISSUANCEADMINKEY', true);
INSERT INTO public.person_key VALUES ('ada.admin', 'GROWERISSUANCEADMINKEY', true);
INSERT INTO public.person_key VALUES ('ada.admin', 'NURSERYISSUANCEADMINKEY', true);
INSERT INTO public.person_key VALUES ('ada.admin', 'RETURNADMINKEY', true);
INSERT INTO public.person_key VALUES ('ada.admin', 'GROWERRETURNADMINKEY', true);
INSERT INTO public.person_key VALUES ('ada.admin', 'NURSERYRETURNADMINKEY', true);
INSERT INTO public.person_key VALUES ('ada.admin', 'DUMPHOMEKEY', true);
INSERT INTO public.person_key VALUES ('ada.admin', 'DUMPKEY', true);
INSERT INTO public.person_key VALUES ('ada.admin', 'DUMPCREATEKEY', true);
INSERT INTO public.person_key VALUES ('ada.admin', 'GROWERSTORAGEHOMEKEY', true);
INSERT INTO public.person_key VALUES ('ada.admin', 'GROWERSTORAGEADJUSTINVENTORYKEY', true);
INSERT INTO public.person_key VALUES ('ada.admin', 'GROWERSTORAGEISSUANCEKEY', true);
INSERT INTO public.person_key VALUES ('ada.admin', 'GROWERSTORAGEDUMPKEY', true);
INSERT INTO public.person_key VALUES ('ada.admin', 'GROWERSTORAGEDUMPLISTKEY', true);
INSERT INTO public.person_key VALUES ('ada.admin', 'COUNTADMINKEY', true);
INSERT INTO public.person_key VALUES ('lena.lead', 'ISSUANCEADMINKEY', true);
INSERT INTO public.person_key VALUES ('lena.lead', 'GROWERISSUANCEADMINKEY', true);
INSERT INTO public.person_key VALUES ('lena.lead', 'NURSERYISSUANCEADMINKEY', true);
INSERT INTO public.person_key VALUES ('lena.lead', 'GROWERSTORAGEHOMEKEY', true);
INSERT INTO public.person_key VALUES ('lena.lead', 'GROWERSTORAGEISSUANCEKEY', true);
INSERT INTO public.person_key VALUES ('pia.picker', 'ISSUANCEADMINKEY', true);
INSERT INTO public.person_key VALUES ('pia.picker', 'GROWERISSUANCEADMINKEY', true);
INSERT INTO public.person_key VALUES ('ravi.receiver', 'TRANSFERLOGADMINKEY', true);
INSERT INTO public.person_key VALUES ('rhea.reader', 'ADJUSTINVENTORYKEY', true);
INSERT INTO public.person_key VALUES ('rhea.reader', 'TRANSFERLOGADMINKEY', true);
INSERT INTO public.person_key VALUES ('rhea.reader', 'ISSUANCEADMINKEY', true);
INSERT INTO public.person_key VALUES ('rhea.reader', 'GROWERISSUANCEADMINKEY', true);
INSERT INTO public.person_key VALUES ('rhea.reader', 'NURSERYISSUANCEADMINKEY', true);
INSERT INTO public.person_key VALUES ('rhea.reader', 'RETURNADMINKEY', true);
INSERT INTO public.person_key VALUES ('rhea.reader', 'GROWERRETURNADMINKEY', true);
INSERT INTO public.person_key VALUES ('rhea.reader', 'NURSERYRETURNADMINKEY', true);
INSERT INTO public.person_key VALUES ('rhea.reader', 'DUMPHOMEKEY', true);
INSERT INTO public.person_key VALUES ('rhea.reader', 'DUMPKEY', true);
INSERT INTO public.person_key VALUES ('rhea.reader', 'DUMPCREATEKEY', true);
INSERT INTO public.person_key VALUES ('rhea.reader', 'GROWERSTORAGEHOMEKEY', true);
INSERT INTO public.person_key VALUES ('rhea.reader', 'GROWERSTORAGEADJUSTINVENTORYKEY', true);
INSERT INTO public.person_key VALUES ('rhea.reader', 'GROWERSTORAGEISSUANCEKEY', true);
INSERT INTO public.person_key VALUES ('rhea.reader', 'GROWERSTORAGEDUMPKEY', true);
INSERT INTO public.person_key VALUES ('rhea.reader', 'GROWERSTORAGEDUMPLISTKEY', true);
INSERT INTO public.person_key VALUES ('rhea.reader', 'COUNTADMINKEY', true);


--
-- Data for Name: person_location; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.person_location VALUES ('sam.super', 'WAT', true);
INSERT INTO public.person_location VALUES ('sam.super', 'SAL', true);
INSERT INTO public.person_location VALUES ('sam.super', 'OLD', true);
INSERT INTO public.person_location VALUES ('ada.admin', 'WAT', true);
INSERT INTO public.person_location VALUES ('ada.admin', 'SAL', true);
INSERT INTO public.person_location VALUES ('ada.admin', 'OLD', true);
INSERT INTO public.person_location VALUES ('lena.lead', 'WAT', true);
INSERT INTO public.person_location VALUES ('lena.lead', 'SAL', true);
INSERT INTO public.person_location VALUES ('lena.lead', 'OLD', true);
INSERT INTO public.person_location VALUES ('pia.picker', 'WAT', true);
INSERT INTO public.person_location VALUES ('pia.picker', 'OLD', true);
INSERT INTO public.person_location VALUES ('ravi.receiver', 'WAT', true);
INSERT INTO public.person_location VALUES ('ravi.receiver', 'OLD', true);
INSERT INTO public.person_location VALUES ('rhea.reader', 'WAT', true);
INSERT INTO public.person_location VALUES ('rhea.reader', 'OLD', true);
INSERT INTO public.person_location VALUES ('nora.noaccess', 'WAT', true);
INSERT INTO public.person_location VALUES ('nora.noaccess', 'OLD', true);


--
-- Data for Name: plant_return; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.plant_return VALUES (40000001, 'G1', 'GROWERSTORAGE', '', NULL, '', '');
INSERT INTO public.plant_return VALUES (40000002, 'G1', 'DUMP', '', NULL, '', '');


--
-- Data for Name: print_proposal; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: print_server; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: reason_code; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.reason_code VALUES (1, 'DUMP', 'DISEASE', 'Diseased', true);
INSERT INTO public.reason_code VALUES (2, 'DUMP', 'FROST', 'Frost damage', true);
INSERT INTO public.reason_code VALUES (3, 'INVENTORY', 'OPENING', 'Opening stock', true);
INSERT INTO public.reason_code VALUES (4, 'INVENTORY', 'UNSOLD', 'Not planted', true);


--
-- Data for Name: record_change; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: stock_import; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: transfer; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.transfer VALUES (20000001, '', 'Coast Freight', '', 'SAL', '2026-11-21', '2026-11-22', '-2', '');
INSERT INTO public.transfer VALUES (20000002, '', '', '', 'SAL', '2026-11-21', '2026-11-22', '', '');
INSERT INTO public.transfer VALUES (20000003, '', '', '', 'SAL', '2026-11-21', '2026-11-22', '', '');
INSERT INTO public.transfer VALUES (20000004, '', '', '', 'SAL', '2026-11-21', '2026-11-22', '', '');
INSERT INTO public.transfer VALUES (20000005, '', '', '', 'SAL', '2026-11-21', '2026-11-22', '', '');
INSERT INTO public.transfer VALUES (20000006, '', '', '', 'SAL', '2026-11-21', '2026-11-22', '', '');
INSERT INTO public.transfer VALUES (20000007, '', '', '', 'SAL', '2026-11-21', '2026-11-22', '', '');
INSERT INTO public.transfer VALUES (20000008, '', '', '', 'SAL', '2026-11-21', '2026-11-22', '', '');


--
-- Data for Name: trim_season; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.trim_season VALUES ('S1', 'Straw 2026', 'STRAW', true);
INSERT INTO public.trim_season VALUES ('S2', 'Straw 2027', 'STRAW', true);
INSERT INTO public.trim_season VALUES ('B1', 'Blue 2026', 'BLUE', true);


--
-- Data for Name: trim_type; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.trim_type VALUES ('1', 'Trimmed', true);
INSERT INTO public.trim_type VALUES ('2', 'Bare root', true);


--
-- Data for Name: variety; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.variety VALUES ('ALB', 1, 'Albion', 'STRAW', '', '', true);
INSERT INTO public.variety VALUES ('MON', 2, 'Monterey', 'STRAW', '', '', true);
INSERT INTO public.variety VALUES ('DUK', 3, 'Duke', 'BLUE', '', '', true);


--
-- Name: __drizzle_migrations_id_seq; Type: SEQUENCE SET; Schema: drizzle; Owner: -
--

SELECT pg_catalog.setval('drizzle.__drizzle_migrations_id_seq', 1, true);


--
-- Name: barcode_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.barcode_id_seq', 19, true);


--
-- Name: change_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.change_id_seq', 92, true);


--
-- Name: count_number; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.count_number', 60000002, true);


--
-- Name: document_line_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.document_line_id_seq', 30, true);


--
-- Name: document_owner_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.document_owner_id_seq', 23, true);


--
-- Name: dump_number; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.dump_number', 30000006, true);


--
-- Name: issuance_number; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.issuance_number', 10000007, true);


--
-- Name: movement_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.movement_id_seq', 36, true);


--
-- Name: print_server_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.print_server_id_seq', 1, false);


--
-- Name: reason_code_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.reason_code_id_seq', 4, true);


--
-- Name: record_change_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.record_change_id_seq', 1, false);


--
-- Name: request_number; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.request_number', 50000002, true);


--
-- Name: return_number; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.return_number', 40000002, true);


--
-- Name: stock_import_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.stock_import_id_seq', 1, false);


--
-- Name: transfer_number; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.transfer_number', 20000008, true);


--
-- Name: __drizzle_migrations __drizzle_migrations_pkey; Type: CONSTRAINT; Schema: drizzle; Owner: -
--

ALTER TABLE ONLY drizzle.__drizzle_migrations
    ADD CONSTRAINT __drizzle_migrations_pkey PRIMARY KEY (id);


--
-- Name: adjustment_request adjustment_request_once_a_document; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.adjustment_request
    ADD CONSTRAINT adjustment_request_once_a_document UNIQUE (of_number);


--
-- Name: adjustment_request adjustment_request_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.adjustment_request
    ADD CONSTRAINT adjustment_request_pkey PRIMARY KEY (number);


--
-- Name: balance balance_barcode_kind_owner_place_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.balance
    ADD CONSTRAINT balance_barcode_kind_owner_place_pk PRIMARY KEY (barcode, kind, owner, place);


--
-- Name: barcode barcode_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.barcode
    ADD CONSTRAINT barcode_pkey PRIMARY KEY (barcode);


--
-- Name: change change_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.change
    ADD CONSTRAINT change_pkey PRIMARY KEY (id);


--
-- Name: count count_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.count
    ADD CONSTRAINT count_pkey PRIMARY KEY (number);


--
-- Name: device_profile device_profile_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.device_profile
    ADD CONSTRAINT device_profile_pkey PRIMARY KEY (name);


--
-- Name: document_line document_line_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.document_line
    ADD CONSTRAINT document_line_pkey PRIMARY KEY (id);


--
-- Name: document_line document_line_source_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.document_line
    ADD CONSTRAINT document_line_source_once UNIQUE (number, barcode, source_kind, source_owner, source_place);


--
-- Name: document_owner document_owner_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.document_owner
    ADD CONSTRAINT document_owner_pkey PRIMARY KEY (id);


--
-- Name: document document_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.document
    ADD CONSTRAINT document_pkey PRIMARY KEY (number);


--
-- Name: dump dump_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dump
    ADD CONSTRAINT dump_pkey PRIMARY KEY (number);


--
-- Name: grower grower_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.grower
    ADD CONSTRAINT grower_pkey PRIMARY KEY (id);


--
-- Name: idempotency_key idempotency_key_username_key_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.idempotency_key
    ADD CONSTRAINT idempotency_key_username_key_pk PRIMARY KEY (username, key);


--
-- Name: identity_secret identity_secret_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_secret
    ADD CONSTRAINT identity_secret_pkey PRIMARY KEY (name);


--
-- Name: identity_state identity_state_model_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_state
    ADD CONSTRAINT identity_state_model_id_pk PRIMARY KEY (model, id);


--
-- Name: issuance issuance_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.issuance
    ADD CONSTRAINT issuance_pkey PRIMARY KEY (number);


--
-- Name: label_template label_template_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.label_template
    ADD CONSTRAINT label_template_pkey PRIMARY KEY (id);


--
-- Name: label_template_use label_template_use_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.label_template_use
    ADD CONSTRAINT label_template_use_pkey PRIMARY KEY (location);


--
-- Name: ledger_mark ledger_mark_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_mark
    ADD CONSTRAINT ledger_mark_pkey PRIMARY KEY ("position");


--
-- Name: location location_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.location
    ADD CONSTRAINT location_pkey PRIMARY KEY (code);


--
-- Name: movement_chain movement_chain_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.movement_chain
    ADD CONSTRAINT movement_chain_pkey PRIMARY KEY (barcode);


--
-- Name: movement movement_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.movement
    ADD CONSTRAINT movement_pkey PRIMARY KEY (id);


--
-- Name: nursery nursery_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.nursery
    ADD CONSTRAINT nursery_pkey PRIMARY KEY (id);


--
-- Name: person_key person_key_username_security_key_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.person_key
    ADD CONSTRAINT person_key_username_security_key_pk PRIMARY KEY (username, security_key);


--
-- Name: person_location person_location_username_location_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.person_location
    ADD CONSTRAINT person_location_username_location_pk PRIMARY KEY (username, location);


--
-- Name: person person_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (username);


--
-- Name: plant_return plant_return_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.plant_return
    ADD CONSTRAINT plant_return_pkey PRIMARY KEY (number);


--
-- Name: print_proposal print_proposal_location_work_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.print_proposal
    ADD CONSTRAINT print_proposal_location_work_pk PRIMARY KEY (location, work);


--
-- Name: print_server print_server_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.print_server
    ADD CONSTRAINT print_server_once UNIQUE (location, host, port, printer);


--
-- Name: print_server print_server_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.print_server
    ADD CONSTRAINT print_server_pkey PRIMARY KEY (id);


--
-- Name: reason_code reason_code_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reason_code
    ADD CONSTRAINT reason_code_once UNIQUE (type, code);


--
-- Name: reason_code reason_code_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reason_code
    ADD CONSTRAINT reason_code_pkey PRIMARY KEY (id);


--
-- Name: record_change record_change_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.record_change
    ADD CONSTRAINT record_change_pkey PRIMARY KEY (id);


--
-- Name: record_change record_change_version_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.record_change
    ADD CONSTRAINT record_change_version_once UNIQUE (kind, key, version);


--
-- Name: stock_import stock_import_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.stock_import
    ADD CONSTRAINT stock_import_pkey PRIMARY KEY (id);


--
-- Name: transfer transfer_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transfer
    ADD CONSTRAINT transfer_pkey PRIMARY KEY (number);


--
-- Name: trim_season trim_season_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.trim_season
    ADD CONSTRAINT trim_season_pkey PRIMARY KEY (id);


--
-- Name: trim_type trim_type_name_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.trim_type
    ADD CONSTRAINT trim_type_name_unique UNIQUE (name);


--
-- Name: trim_type trim_type_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.trim_type
    ADD CONSTRAINT trim_type_pkey PRIMARY KEY (id);


--
-- Name: variety variety_id_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.variety
    ADD CONSTRAINT variety_id_unique UNIQUE (id);


--
-- Name: variety variety_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.variety
    ADD CONSTRAINT variety_pkey PRIMARY KEY (code);


--
-- Name: balance_known_place; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX balance_known_place ON public.balance USING btree (owner, place) WHERE (kind = 'stock'::text);


--
-- Name: balance_search; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX balance_search ON public.balance USING btree (kind, owner, stocked, barcode, place) WHERE (stocked > 0);


--
-- Name: balance_search_place; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX balance_search_place ON public.balance USING btree (kind, owner, place, stocked, barcode) WHERE (stocked > 0);


--
-- Name: barcode_of_variety; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX barcode_of_variety ON public.barcode USING btree (commodity, variety_code, barcode);


--
-- Name: change_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX change_at ON public.change USING btree (at);


--
-- Name: change_xid; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX change_xid ON public.change USING btree (xid);


--
-- Name: document_line_of_barcode; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX document_line_of_barcode ON public.document_line USING btree (barcode);


--
-- Name: document_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX document_list ON public.document USING btree (kind, location, season_id, storage_type, status, number);


--
-- Name: document_list_all; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX document_list_all ON public.document USING btree (kind, location, season_id, storage_type, number);


--
-- Name: document_owner_number; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX document_owner_number ON public.document_owner USING btree (number);


--
-- Name: idempotency_key_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idempotency_key_created ON public.idempotency_key USING btree (created_at);


--
-- Name: identity_state_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX identity_state_expiry ON public.identity_state USING btree (expires_at);


--
-- Name: identity_state_grant; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX identity_state_grant ON public.identity_state USING btree (grant_id);


--
-- Name: identity_state_uid; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX identity_state_uid ON public.identity_state USING btree (uid);


--
-- Name: issuance_destination; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX issuance_destination ON public.issuance USING btree (issue_to_type, issue_to_nbr, number);


--
-- Name: movement_barcode; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX movement_barcode ON public.movement USING btree (barcode, id);


--
-- Name: movement_document; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX movement_document ON public.movement USING btree (document_number);


--
-- Name: movement_line; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX movement_line ON public.movement USING btree (line_id);


--
-- Name: movement_returned; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX movement_returned ON public.movement USING btree (barcode, from_owner, from_place) WHERE (from_kind = 'issued'::text);


--
-- Name: movement_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX movement_time ON public.movement USING brin (at);


--
-- Name: print_proposal_printer; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX print_proposal_printer ON public.print_proposal USING btree (print_server);


--
-- Name: transfer_destination; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transfer_destination ON public.transfer USING btree (destination_location_id, number);


--
-- Name: document_owner document_owner_append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER document_owner_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.document_owner FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();


--
-- Name: movement movement_append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER movement_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.movement FOR EACH STATEMENT EXECUTE FUNCTION public.movement_is_append_only();


--
-- Name: movement movement_chained; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER movement_chained BEFORE INSERT ON public.movement FOR EACH ROW WHEN ((new."position" = 0)) EXECUTE FUNCTION public.movement_joins_its_chain();


--
-- Name: record_change record_change_append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER record_change_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.record_change FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();


--
-- Name: stock_import stock_import_append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER stock_import_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.stock_import FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();


--
-- Name: adjustment_request adjustment_request_number_document_number_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.adjustment_request
    ADD CONSTRAINT adjustment_request_number_document_number_fk FOREIGN KEY (number) REFERENCES public.document(number);


--
-- Name: adjustment_request adjustment_request_of_number_document_number_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.adjustment_request
    ADD CONSTRAINT adjustment_request_of_number_document_number_fk FOREIGN KEY (of_number) REFERENCES public.document(number);


--
-- Name: balance balance_barcode_barcode_barcode_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.balance
    ADD CONSTRAINT balance_barcode_barcode_barcode_fk FOREIGN KEY (barcode) REFERENCES public.barcode(barcode);


--
-- Name: barcode barcode_season_id_trim_season_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.barcode
    ADD CONSTRAINT barcode_season_id_trim_season_id_fk FOREIGN KEY (season_id) REFERENCES public.trim_season(id);


--
-- Name: barcode barcode_trim_type_trim_type_name_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.barcode
    ADD CONSTRAINT barcode_trim_type_trim_type_name_fk FOREIGN KEY (trim_type) REFERENCES public.trim_type(name) ON UPDATE CASCADE;


--
-- Name: barcode barcode_variety_code_variety_code_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.barcode
    ADD CONSTRAINT barcode_variety_code_variety_code_fk FOREIGN KEY (variety_code) REFERENCES public.variety(code);


--
-- Name: count count_number_document_number_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.count
    ADD CONSTRAINT count_number_document_number_fk FOREIGN KEY (number) REFERENCES public.document(number);


--
-- Name: document_line document_line_barcode_barcode_barcode_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.document_line
    ADD CONSTRAINT document_line_barcode_barcode_barcode_fk FOREIGN KEY (barcode) REFERENCES public.barcode(barcode);


--
-- Name: document_line document_line_number_document_number_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.document_line
    ADD CONSTRAINT document_line_number_document_number_fk FOREIGN KEY (number) REFERENCES public.document(number);


--
-- Name: document document_location_location_code_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.document
    ADD CONSTRAINT document_location_location_code_fk FOREIGN KEY (location) REFERENCES public.location(code);


--
-- Name: document_owner document_owner_number_document_number_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.document_owner
    ADD CONSTRAINT document_owner_number_document_number_fk FOREIGN KEY (number) REFERENCES public.document(number);


--
-- Name: document document_season_id_trim_season_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.document
    ADD CONSTRAINT document_season_id_trim_season_id_fk FOREIGN KEY (season_id) REFERENCES public.trim_season(id);


--
-- Name: dump dump_number_document_number_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dump
    ADD CONSTRAINT dump_number_document_number_fk FOREIGN KEY (number) REFERENCES public.document(number);


--
-- Name: issuance issuance_number_document_number_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.issuance
    ADD CONSTRAINT issuance_number_document_number_fk FOREIGN KEY (number) REFERENCES public.document(number);


--
-- Name: label_template_use label_template_use_location_location_code_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.label_template_use
    ADD CONSTRAINT label_template_use_location_location_code_fk FOREIGN KEY (location) REFERENCES public.location(code);


--
-- Name: movement movement_barcode_barcode_barcode_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.movement
    ADD CONSTRAINT movement_barcode_barcode_barcode_fk FOREIGN KEY (barcode) REFERENCES public.barcode(barcode);


--
-- Name: movement movement_document_number_document_number_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.movement
    ADD CONSTRAINT movement_document_number_document_number_fk FOREIGN KEY (document_number) REFERENCES public.document(number);


--
-- Name: movement movement_line_id_document_line_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.movement
    ADD CONSTRAINT movement_line_id_document_line_id_fk FOREIGN KEY (line_id) REFERENCES public.document_line(id);


--
-- Name: person_key person_key_username_person_username_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.person_key
    ADD CONSTRAINT person_key_username_person_username_fk FOREIGN KEY (username) REFERENCES public.person(username);


--
-- Name: person_location person_location_location_location_code_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.person_location
    ADD CONSTRAINT person_location_location_location_code_fk FOREIGN KEY (location) REFERENCES public.location(code);


--
-- Name: person_location person_location_username_person_username_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.person_location
    ADD CONSTRAINT person_location_username_person_username_fk FOREIGN KEY (username) REFERENCES public.person(username);


--
-- Name: plant_return plant_return_number_document_number_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.plant_return
    ADD CONSTRAINT plant_return_number_document_number_fk FOREIGN KEY (number) REFERENCES public.document(number);


--
-- Name: plant_return plant_return_returned_from_nbr_grower_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.plant_return
    ADD CONSTRAINT plant_return_returned_from_nbr_grower_id_fk FOREIGN KEY (returned_from_nbr) REFERENCES public.grower(id);


--
-- Name: print_proposal print_proposal_location_location_code_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.print_proposal
    ADD CONSTRAINT print_proposal_location_location_code_fk FOREIGN KEY (location) REFERENCES public.location(code);


--
-- Name: print_proposal print_proposal_print_server_print_server_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.print_proposal
    ADD CONSTRAINT print_proposal_print_server_print_server_id_fk FOREIGN KEY (print_server) REFERENCES public.print_server(id) ON DELETE SET NULL;


--
-- Name: print_server print_server_location_location_code_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.print_server
    ADD CONSTRAINT print_server_location_location_code_fk FOREIGN KEY (location) REFERENCES public.location(code);


--
-- Name: transfer transfer_destination_location_id_location_code_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transfer
    ADD CONSTRAINT transfer_destination_location_id_location_code_fk FOREIGN KEY (destination_location_id) REFERENCES public.location(code);


--
-- Name: transfer transfer_number_document_number_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transfer
    ADD CONSTRAINT transfer_number_document_number_fk FOREIGN KEY (number) REFERENCES public.document(number);


--
-- PostgreSQL database dump complete
--


