create table if not exists product (
    sku varchar(20) primary key,
    name varchar(80) not null,
    category varchar(20) not null,
    price numeric(8, 2) not null,
    stock integer not null
);

create table if not exists orders (
    number bigint generated always as identity primary key,
    token uuid not null,
    customer varchar(40) not null,
    reference varchar(40) not null unique,
    status varchar(20) not null,
    currency char(3) not null,
    total numeric(12, 2) not null,
    pickup_code integer not null,
    placed_at timestamp with time zone not null,
    cancelled_at timestamp with time zone
);

create table if not exists order_line (
    order_number bigint not null references orders,
    sku varchar(20) not null references product,
    quantity integer not null,
    price numeric(12, 2) not null
);

create index if not exists order_line_by_order on order_line (order_number);
-- The latest of a customer, or of a status, are found without looking at all others.
create index if not exists orders_by_customer on orders (customer, number);
create index if not exists orders_by_status on orders (status, number);
